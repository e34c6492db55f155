/** How long the account numbers of each country are, by the two letters they begin with. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    "NO15 BE16 DK18 FI18 FO18 GL18 NL18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 XK20 CH21 HR21 LI21 LV21 BG22 BH22 CR22 " +
    "DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 TL23 AD24 CZ24 ES24 MD24 PK24 RO24 SA24 SE24 SK24 TN24 VG24 " +
    "LY25 PT25 ST25 IS26 TR26 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28 DO28 GT28 HU28 LB28 PL28 SV28 BR29 EG29 " +
    "PS29 QA29 UA29 JO30 KW30 MU30 MT31 SC31 LC32"
  )
    .split(" ")
    .map((country) => [country.slice(0, 2), Number(country.slice(2))]),
);

const BEGINNING = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?=[ \u00a0\u2009\u202f-]?[A-Z0-9])/giu;
const SEPARATOR = /[ \u00a0\u2009\u202f-]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Puts what `take` gives in the place of every IBAN: as long as its country's are, and with the check digits of one. */
export function replaceAccounts(text: string, take: () => string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { 0: beginning, index } of text.matchAll(BEGINNING)) {
    const length = LENGTHS.get(beginning.slice(0, 2).toUpperCase());
    if (length === undefined || index < done) continue;
    const end = endOf(text, index, length);
    if (end === undefined || !hasCheckDigits(text.slice(index, end))) continue;
    parts.push(text.slice(done, index), take());
    done = end;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(done);
}

/** Where so many letters and digits end, with at most one space or dash between two; undefined where they do not end there. */
function endOf(text: string, start: number, length: number): number | undefined {
  let at = start;
  for (let count = 0; count < length; count++) {
    if (count > 0 && SEPARATOR.test(text[at] ?? "")) at += 1;
    if (!/[A-Za-z0-9]/.test(text[at] ?? "")) return undefined;
    at += 1;
  }
  return LETTER_OR_DIGIT.test(text[at] ?? "") ? undefined : at;
}

/** With the first four behind and letters as numbers from ten, it leaves one when divided by 97. */
function hasCheckDigits(written: string): boolean {
  const plain = written.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
  let rest = 0;
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
