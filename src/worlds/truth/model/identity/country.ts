import { foldText } from "./clean-text.ts";

/** What people write for countries besides their names and codes. */
const OTHERWISE: Readonly<Record<string, string>> = {
  usa: "us",
  "u.s.": "us",
  "u.s.a.": "us",
  "united states of america": "us",
  america: "us",
  uk: "gb",
  "u.k.": "gb",
  "great britain": "gb",
  england: "gb",
  deutschland: "de",
  españa: "es",
  italia: "it",
  österreich: "at",
  schweiz: "ch",
  suisse: "ch",
  "česká republika": "cz",
  česko: "cz",
  "czech republic": "cz",
  polska: "pl",
  nederland: "nl",
  brasil: "br",
  日本: "jp",
  中国: "cn",
};

let codes: ReadonlyMap<string, string> | undefined;

/** English names of countries, by the code of two letters they stand for. */
function codeOf(country: string): string {
  if (codes === undefined) {
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const found = new Map<string, string>();
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = names.of(code);
      if (name !== undefined && !found.has(foldText(name))) found.set(foldText(name), code.toLowerCase());
    }
    codes = found;
  }
  return OTHERWISE[country] ?? codes.get(country) ?? country;
}

/** Whether two ways to write a country, in lower case, mean the same one. */
export function sameCountry(one: string, other: string): boolean {
  return codeOf(one) === codeOf(other);
}
