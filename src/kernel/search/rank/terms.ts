import { stem } from "./porter.ts";
import { isUnparted, piecesOf, stemsOf } from "./scripts.ts";
import { partsOfNumber, spellingsOf } from "./spellings.ts";

/** Words that say how a sentence is built, not what it is about. */
const STOP_WORDS = new Set(
  (
    "a about above after again all also am an and any are as at be because been before being below between both but by " +
    "can could d did do does doing don down during each few for from further had has have having he her here hers herself " +
    "him himself his how i if in into is it its itself just ll m may me might more most must my myself no nor not now of " +
    "off on once only or other our ours ourselves out over own re s same shall she should so some such t than that the " +
    "their theirs them themselves then there these they this those through to too under until up us ve very was we were " +
    "what when where which while who whom why will with would you your yours yourself yourselves"
  ).split(" "),
);

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const MARKS = /[\p{M}\u0640]+/gu;
/** Letters that are another with something to it, or two in one, and that Unicode does not take apart. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  ı: "i",
  þ: "th",
  // Arabic, where the two are written for each other.
  ى: "ي",
  ة: "ه",
  // Persian and Urdu letters that Arabic keyboards have otherwise.
  ی: "ي",
  ک: "ك",
  ہ: "ه",
};
const FOLDABLE = new RegExp(`[${Object.keys(FOLDED).join("")}]`, "gu");
/** What an earlier version left as it stood. */
const NEWLY_CUT = new RegExp(`[\\p{sc=Arabic}${Object.keys(FOLDED).join("")}]`, "iu");
const ASCII = /^[\0-\x7f]*$/;

/** Letters and digits that belong together and are parted by a sign: "A-1", "INV-2024/7", "v1.2". */
const CODE = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,8}(?:[-./_#][\p{L}\p{N}]{1,8}){1,4}(?![\p{L}\p{N}])/gu;
const HAS_BOTH = /^(?=.*\p{L})(?=.*\p{N})/u;

/** The words of a text: lower case, no marks, split at all that is no letter or digit, as SQLite's `unicode61` does. */
export function words(text: string): string[] {
  return folded(text).match(WORD) ?? [];
}

/** What a text is indexed and asked by: stems of its words, without stop words. Which documents must be indexed anew when this changes, `isCutAnew` says. */
export function terms(text: string): string[] {
  const plain = folded(text);
  const found: string[] = [];
  for (const word of plain.match(WORD) ?? []) for (const term of termsOf(word)) found.push(term);
  for (const code of codesIn(plain)) found.push(code);
  for (const word of spellingsOf(text, plain)) {
    for (const part of folded(word).match(WORD) ?? []) for (const term of termsOf(part)) found.push(term);
  }
  return found;
}

/** Few words make up most of any text: what became of them is kept, as far as it is little. */
const kept = new Map<string, readonly string[]>();
const KEPT_MAX = 20_000;
/** A longer part of a text would hold on to all of it. */
const KEPT_CHARS_MAX = 12;

function termsOf(word: string): readonly string[] {
  const known = kept.get(word);
  if (known !== undefined) return known;
  const found = cut(word);
  if (word.length > KEPT_CHARS_MAX) return found;
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(word, found);
  return found;
}

function cut(word: string): readonly string[] {
  if (STOP_WORDS.has(word)) return [];
  const whole = (isUnparted(word) ? piecesOf(word) : stemsOf(word)).map(stem);
  return [...whole, ...partsOfNumber(word).flatMap(cut)];
}

const WITH_NEW_ENDINGS = /[\p{sc=Hangul}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}]/u;

/** Whether the version before this one cut this text otherwise: it knew neither other spellings nor Greek and Hebrew. */
export function isCutBySpellings(text: string): boolean {
  const plain = folded(text);
  if (WITH_NEW_ENDINGS.test(text) || spellingsOf(text, plain).length > 0) return true;
  return (plain.match(WORD) ?? []).some((word) => partsOfNumber(word).length > 0);
}

const HANGUL_OR_CYRILLIC = /[\p{sc=Hangul}\p{sc=Cyrillic}]/u;

/** Whether an earlier version cut this text otherwise: it knew neither Korean nor Russian endings. */
export function isCutByItsEndings(text: string): boolean {
  return HANGUL_OR_CYRILLIC.test(text);
}

/** Whether an earlier version cut this text otherwise: it knew no codes, and neither writing without spaces nor Arabic. */
export function isCutAnew(text: string): boolean {
  return isUnparted(text) || NEWLY_CUT.test(text) || codesIn(folded(text)).length > 0;
}

function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(FOLDABLE, (letter) => FOLDED[letter] ?? letter);
}

/** Each code as one word, however it is parted: "A-1" and "A1" are the same, and "a" alone says nothing. */
function codesIn(plain: string): string[] {
  const found = plain.match(CODE) ?? [];
  return found.map((code) => code.replace(/[-./_#]/g, "")).filter((code) => HAS_BOTH.test(code));
}
