import { foldText, isPlain } from "./clean-text.ts";

/** Letters that are written as two where a keyboard has no such letter. */
const SPELLED: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", æ: "ae", œ: "oe" };

/** Arabic letters of which many write the plain one instead. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ة: "ه",
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ٱ: "ا",
  ى: "ي",
  ئ: "ي",
  ؤ: "و",
};

/** Scripts whose words are written with or without anything between them. */
const UNSPACED = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\u30fc]";
const BETWEEN = new RegExp(`(?<=${UNSPACED})[\\s\u30fb\u00b7]+(?=${UNSPACED})`, "gu");
/** Vowel signs and the stroke that only makes a word longer. */
const ARABIC_MARKS = /[\u0640\u064b-\u065f\u0670]/g;

/**
 * A name in the spelling it has where its own letters cannot be typed or are left out: Jürgen as Juergen, شركة as شركه,
 * 山田 太郎 as 山田太郎. Names of one spelling are alike; they need not be the same.
 */
export function plainSpelling(name: string): string {
  const folded = foldText(name);
  if (isPlain(folded)) return folded;
  return folded
    .replace(/[äöüøåæœ]/g, (letter) => SPELLED[letter] ?? letter)
    .replace(ARABIC_MARKS, "")
    .replace(/[ةأإآٱىئؤ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(BETWEEN, "");
}
