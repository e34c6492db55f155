/** Widths of the letters from space to tilde, in thousandths of the letter size, as every PDF reader has them. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
/** The same for bold letters. */
const BOLD = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
  556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
  280, 389, 584,
];
const FIRST = 32;
/** Signs without a width of their own here: most are about as wide as a digit, those of East Asia and long dashes fill a square. */
const [OTHER, SQUARE] = [611, 1000];
const IS_SQUARE = /[\u2014\u2026\u2e80-\u{3ffff}]/u;

/** How wide some words come out, in the unit of their size. */
export function widthOf(words: string, size: number, isBold = false): number {
  const widths = isBold ? BOLD : WIDTHS;
  let sum = 0;
  // A letter with an accent is as wide as the letter.
  for (const letter of words.normalize("NFD").replace(/\p{M}/gu, "")) {
    sum += widths[(letter.codePointAt(0) ?? 0) - FIRST] ?? (IS_SQUARE.test(letter) ? SQUARE : OTHER);
  }
  return (sum * size) / 1000;
}

/** Words that fit a width, ending in dots where they had to be cut. */
export function fitted(words: string, size: number, width: number, isBold = false): string {
  if (widthOf(words, size, isBold) <= width) return words;
  const letters = [...words];
  while (letters.length > 0 && widthOf(`${letters.join("")}...`, size, isBold) > width) letters.pop();
  return `${letters.join("").trimEnd()}...`;
}

/** Words in lines no wider than a width, broken between words; undefined where a word is wider, or there are too many lines. */
export function broken(
  words: string,
  size: number,
  width: number,
  lines: number,
  isBold = false,
): string[] | undefined {
  const all: string[] = [];
  for (const word of words.split(/\s+/)) {
    const longer = all.length === 0 ? word : `${all.at(-1)} ${word}`;
    if (all.length > 0 && widthOf(longer, size, isBold) <= width) all[all.length - 1] = longer;
    else if (widthOf(word, size, isBold) <= width) all.push(word);
    else return undefined;
  }
  return all.length <= lines ? all : undefined;
}
