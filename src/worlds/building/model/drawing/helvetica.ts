/** Widths of the letters from space to tilde, in thousandths of the letter size, as every PDF reader has them. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const FIRST = 32;
/** Letters with accents and signs are about as wide as a digit. */
const OTHER = 556;
const BOLD_SHARE = 1.06;

/** How wide some words come out, in the unit of their size. */
export function widthOf(words: string, size: number, isBold = false): number {
  let sum = 0;
  for (const letter of words) sum += WIDTHS[(letter.codePointAt(0) ?? 0) - FIRST] ?? OTHER;
  return (sum * size * (isBold ? BOLD_SHARE : 1)) / 1000;
}

/** Words that fit a width, ending in dots where they had to be cut. */
export function fitted(words: string, size: number, width: number): string {
  if (widthOf(words, size) <= width) return words;
  const letters = [...words];
  while (letters.length > 0 && widthOf(`${letters.join("")}...`, size) > width) letters.pop();
  return `${letters.join("").trimEnd()}...`;
}
