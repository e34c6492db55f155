/** What is written as one word here and as several there: a text is also found by how it might have been written. */

/** "e-mail" and "email", "Wi-Fi" and "wifi": a short beginning is as often written onto the word. */
const HYPHEN = /[-‐]/g;
const SHORT_BEFORE = /(?:^|[^\p{L}\p{N}\-‐])(\p{L}{1,3})$/u;
const BEFORE_CHARS = 4;
const REST_AFTER = /^(\p{L}{2,12})(?![\p{L}\p{N}]|[-‐]\p{L})/u;
const AFTER_CHARS = 14;
/** "O'Brien", "R&D". */
const HAS_NAMED = /&|o['’]/;
const NAMED = /(?<![\p{L}\p{N}])(o)['’](\p{L}{3,})|(?<![\p{L}\p{N}&])(\p{L}{1,2})&(\p{L}{1,2})(?![\p{L}\p{N}&])/gu;
/** "10km" and "10 km", "ISO9001" and "ISO 9001"; a single letter before digits is a code, and one word. */
const UNPARTED_NUMBER = /^(?:(\d{1,6})([a-z]{1,3})|([a-z]{2,8})(\d{1,6}))$/;
const ORDINAL = /^(?:st|nd|rd|th)$/;
/** "1,250.00" and "1.250,00" are 1250; "1 250" may be two numbers. */
const HAS_THOUSANDS = /\d[.,'’]\d{3}/;
const THOUSANDS =
  /(?<![\d.,])\d{1,3}(?:(?:,\d{3})+(?:\.\d{1,2})?|(?:\.\d{3})+(?:,\d{1,2})?|(?:['’]\d{3})+)(?![.,'’]?\d)/g;
const CENTS = /[.,]\d{1,2}$/;
/** Telephone numbers, bank accounts and cards, in the groups they are read out by. */
const HAS_GROUPS = /\d{3}-\d{3}|\d\d [a-z\d]{4}/;
const IN_GROUPS =
  /(?<![\p{L}\p{N}-])(?:\d{3}-(?:\d{3}-)?\d{4}|[a-z]{2}\d{2}(?: [a-z\d]{4}){2,7}(?: [a-z\d]{1,3})?|\d{4}(?: \d{4}){3})(?![\p{L}\p{N}]|-\d)/gu;
/** "getUserName", "XMLHttpRequest"; two words that begin with capitals are a name, such as YouTube. */
const CAMEL = /^(?:[a-z]{2,}\d*(?:[A-Z][a-z\d]*)+|[A-Z][a-z\d]*(?:[A-Z][a-z\d]*)+)$/;
const HUMP = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const HUMPS_OF_A_NAME = 2;
/** With more it is no word, but a key or bytes. */
const HUMPS_MAX = 8;
const DIGITS_IN_GROUPS_MIN = 7;
const A_HUMP = /[a-z\d][A-Z]|[A-Z]{2}[a-z]/g;
/** Beyond this on either side of a hump nothing is looked for: it is no word that people write. */
const CAMEL_CHARS = 100;
const WORD_BEFORE = /\w*$/;
const WORD_AFTER = /^\w*/;
const HAS_UMLAUT = /[äöü]|[aou]\u0308/i;
const WORD = /[\p{L}\p{N}]+/gu;
const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/** Other spellings of a text's words; `plain` is the text in lower case and without marks. */
export function spellingsOf(text: string, plain: string): string[] {
  const found: string[] = [];
  for (const { index } of plain.matchAll(HYPHEN)) {
    const before = SHORT_BEFORE.exec(plain.slice(Math.max(0, index - BEFORE_CHARS), index))?.[1];
    const after = before && REST_AFTER.exec(plain.slice(index + 1, index + 1 + AFTER_CHARS))?.[1];
    if (after) found.push(`${before}${after}`);
  }
  if (HAS_NAMED.test(plain)) {
    for (const [, o, name, left, right] of plain.matchAll(NAMED)) found.push(`${o ?? left}${name ?? right}`);
  }
  found.push(...numbersOf(plain));
  found.push(...humpsIn(text));
  if (HAS_UMLAUT.test(text)) found.push(...withoutUmlauts(text));
  return found;
}

function numbersOf(plain: string): string[] {
  const found: string[] = [];
  if (HAS_THOUSANDS.test(plain)) {
    for (const [number] of plain.matchAll(THOUSANDS)) found.push(number.replace(CENTS, "").replaceAll(/\D/g, ""));
  }
  if (HAS_GROUPS.test(plain)) {
    for (const [number] of plain.matchAll(IN_GROUPS)) {
      if (number.replaceAll(/\D/g, "").length >= DIGITS_IN_GROUPS_MIN) found.push(number.replaceAll(/[ -]/g, ""));
    }
  }
  return found;
}

/** The parts of a word that is a number and its unit, or a name and its number. */
export function partsOfNumber(word: string): string[] {
  const [, digits, unit, letters, number] = UNPARTED_NUMBER.exec(word) ?? [];
  if (letters !== undefined) return [letters, number ?? ""];
  return digits === undefined || unit === undefined || ORDINAL.test(unit) ? [] : [digits, unit];
}

function humpsIn(text: string): string[] {
  const found: string[] = [];
  let end = 0;
  for (const { index } of text.matchAll(A_HUMP)) {
    if (index < end) continue;
    const before = WORD_BEFORE.exec(text.slice(Math.max(end, index - CAMEL_CHARS), index))?.[0] ?? "";
    const after = WORD_AFTER.exec(text.slice(index, index + CAMEL_CHARS))?.[0] ?? "";
    end = index + after.length;
    const word = before + after;
    if (CAMEL.test(word)) found.push(...humpsOf(word));
  }
  return found;
}

function humpsOf(word: string): string[] {
  const humps = word.match(HUMP) ?? [];
  const isName = humps.length < HUMPS_OF_A_NAME || (humps.length === HUMPS_OF_A_NAME && /^[A-Z]/.test(word));
  return isName || humps.length > HUMPS_MAX ? [] : humps;
}

/** "Mueller" for "Müller", as it stands where there is no such letter. */
function withoutUmlauts(text: string): string[] {
  const found = text.normalize("NFC").toLowerCase().match(WORD) ?? [];
  const withUmlaut = found.filter((word) => HAS_UMLAUT.test(word));
  return withUmlaut.map((word) => word.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter));
}
