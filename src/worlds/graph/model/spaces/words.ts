const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

/** Words that stand everywhere and tell nothing apart. */
const STOP = new Set(
  "a an and are as at be been but by did do does for from had has have he her him his how i if in into is it its me my no not of on or our she so some that the their them then there these they this to too us was we were what when where which who whom why will with would you your about am just can could should than also very really".split(
    " ",
  ),
);

/** The words of a text in lower case, in order, in one form of writing. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

export function isStop(word: string): boolean {
  return STOP.has(word);
}

const VOWEL = /[aeiouy]/;

/** A word without the endings of number and tense: enough for two forms of one word to meet. */
export function stemOf(word: string): string {
  const bare = word.replace(/['’]\p{L}+$/u, "");
  if (bare.length < 4 || /\d/.test(bare)) return bare;
  if (bare.endsWith("ies")) return `${bare.slice(0, -3)}y`;
  if (/(ss|us|is)$/.test(bare)) return bare;
  if (/(ches|shes|sses|xes|zes)$/.test(bare)) return bare.slice(0, -2);
  if (bare.endsWith("s")) return undoubled(bare.slice(0, -1));
  for (const ending of ["ing", "ed"]) {
    const stem = bare.slice(0, -ending.length);
    if (bare.endsWith(ending) && stem.length >= 3 && VOWEL.test(stem)) return undoubled(stem);
  }
  return undoubled(bare);
}

/** `stopp` and `stop`, `clos` and `close` become one. */
function undoubled(stem: string): string {
  if (/([bdgklmnprt])\1$/.test(stem)) return stem.slice(0, -1);
  return stem.length > 3 && stem.endsWith("e") ? stem.slice(0, -1) : stem;
}

/** Stems of the words that tell something, in order. */
export function tellingStems(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isStop(word))
    .map(stemOf);
}

/** How often each stands in a list. */
export function countsOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
