import { FOLDED_CHARS_MAX, foldText, isPlain } from "./clean-text.ts";

// Capitals and small letters apart: a capital Greek nu looks like N, a small one like v.
const ALIKE_CAPITALS: Readonly<Record<string, string>> = {
  A: "АΑᎪ",
  B: "ВΒᏴ",
  C: "СϹᏟ",
  E: "ЕΕᎬ",
  H: "НΗᎻ",
  I: "ІΙӀ",
  J: "ЈᎫ",
  K: "КΚᏦ",
  M: "МΜᎷ",
  N: "Ν",
  O: "ОΟՕ",
  P: "РΡᏢ",
  S: "ЅՏᏚ",
  T: "ТΤᎢ",
  X: "ХΧ",
  Y: "УΥҮ",
  Z: "ΖᏃ",
};

const ALIKE_SMALL: Readonly<Record<string, string>> = {
  a: "аαɑ",
  b: "ьƅ",
  c: "сϲᴄ",
  d: "ԁɗ",
  e: "еєҽεɛ",
  f: "ғƒ",
  g: "ɡց",
  h: "һհ",
  i: "іιıɩ",
  j: "јյ",
  k: "кκ",
  l: "ӏǀ",
  m: "м",
  n: "пηո",
  o: "оοօσ",
  p: "рρ",
  q: "ԛգ",
  r: "гᴦ",
  s: "ѕꜱ",
  t: "тτ",
  u: "υսᴜ",
  v: "ѵνᴠ",
  w: "ѡԝωᴡ",
  x: "хχ×",
  y: "уүγ",
  z: "ᴢ",
  "'": "’‘ʼ`´",
  '"': "“”„",
  "-": "‐‑‒–—−",
};

const CAPITALS = plainForms(ALIKE_CAPITALS);
const SMALL = plainForms(ALIKE_SMALL);

function plainForms(alike: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(alike).flatMap(([plain, others]) => [...others].map((other) => [other, plain])));
}

/** Digits pass for letters inside a word; in a number such as 2001 they do not. */
const LETTER_LIKE_DIGITS = /(?<=\p{L})[01]{1,2}(?!\d)|(?<![\p{L}\d])[01]{1,2}(?=\p{L})/gu;

function digitsAsLetters(text: string): string {
  return text.replace(LETTER_LIKE_DIGITS, (digits) => digits.replaceAll("0", "o").replaceAll("1", "l"));
}

function replaceBy(table: ReadonlyMap<string, string>, text: string): string {
  return [...text].map((character) => table.get(character) ?? character).join("");
}

/** The folded text in letters that nothing else looks like. */
function lettersOf(text: string): string {
  // Of ASCII only the grave accent passes for something else.
  if (isPlain(text) && !text.includes("`")) return foldText(text);
  return replaceBy(SMALL, foldText(replaceBy(CAPITALS, text.normalize("NFKC"))));
}

/** Two texts with the same skeleton look the same to a reader; they need not be the same. */
export function skeleton(text: string): string {
  if (text.length > FOLDED_CHARS_MAX) return foldText(text);
  const plain = digitsAsLetters(lettersOf(text));
  let end = plain.length;
  while (end > 0 && (plain[end - 1] === "." || plain[end - 1] === " ")) end -= 1;
  return plain.slice(0, end);
}

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Whether one word of the text mixes scripts whose letters look alike. */
export function mixesScripts(text: string): boolean {
  return text.split(/[^\p{L}\p{M}]+/u).some((word) => SCRIPTS.filter((script) => script.test(word)).length > 1);
}
