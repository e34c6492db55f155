import { sha256 } from "../../../../kernel/index.ts";

/** Longer texts are nobody's name: they compare as written, by their hash, so that no caller can keep us busy with one. */
export const FOLDED_CHARS_MAX = 4096;

// Characters that print nothing: zero-width, bidi controls, tags, fillers, variation selectors.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
// The same without those that emoji and some scripts need between visible characters.
const INVISIBLE_BUT_JOINERS = /[[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]--[\u200C\u200D\uFE00-\uFE0F]]/gv;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
const SPACES = /\s+/gu;
const PLAIN = /^[\x20-\x7e]*$/;

/** Whether all characters are printable ASCII: those have one form each, can all be seen and are of one script. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Lower case, compatible characters made equal, nothing invisible, single spaces: in every locale the same. */
export function foldText(text: string): string {
  if (text.length > FOLDED_CHARS_MAX) return `sha256:${sha256(text)}`;
  if (isPlain(text)) return text.toLowerCase().replace(SPACES, " ").trim();
  const lower = text.normalize("NFKC").replace(INVISIBLE, "").toLowerCase();
  // The two letters whose lower case still has two forms.
  const folded = lower.replaceAll("ß", "ss").replaceAll("ς", "σ");
  return collapse(folded.normalize("NFKC"));
}

/** A text fit for one line of an answer, a log or a terminal, cut at a number of characters. */
export function lineOf(text: string, charsMax: number): string {
  const clean = collapse(
    text
      .slice(0, charsMax * 8)
      .toWellFormed()
      .normalize("NFC")
      .replace(INVISIBLE_BUT_JOINERS, ""),
  );
  const chars = [...clean];
  return chars.length <= charsMax
    ? clean
    : `${chars
        .slice(0, charsMax - 1)
        .join("")
        .trimEnd()}…`;
}

function collapse(text: string): string {
  return text.replace(CONTROLS, " ").replace(SPACES, " ").trim();
}

/** The invisible characters of a text as U+XXXX, each once, leaving out joiners that stand where they belong. */
export function invisibleCharacters(text: string): readonly string[] {
  const found = new Set<number>();
  for (const { 0: character, index } of text.matchAll(INVISIBLE)) {
    if (!joins(character, text.slice(0, index), text.slice(index + character.length)))
      found.add(character.codePointAt(0) ?? 0);
  }
  return [...found].sort((a, b) => a - b).map((point) => `U+${point.toString(16).toUpperCase().padStart(4, "0")}`);
}

const JOINING_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}]$/u;
const EMOJI = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u;

function joins(character: string, before: string, after: string): boolean {
  const [next = ""] = after;
  const last = before.slice(-2);
  if (/[\uFE00-\uFE0F]/u.test(character)) return true;
  if (character === "\u200D" && EMOJI.test(last)) return /\p{Extended_Pictographic}/u.test(next);
  return /[\u200C\u200D]/u.test(character) && JOINING_SCRIPTS.test(last) && /[\p{L}\p{M}]/u.test(next);
}

/** Whether characters of a name have another, plain form (full-width letters, ligatures) under which it is compared. */
export function hasCompatibilityForms(text: string): boolean {
  return collapse(text.normalize("NFC")) !== collapse(text.normalize("NFKC"));
}
