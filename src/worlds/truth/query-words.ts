/** Short words say little; they count only where a query has nothing else. */
const WORD_CHARS_LEAST = 3;
const ENDING = /(?:ing|ed|es|s)$/;

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The words of a query without their commonest endings, so that invoices finds invoice. */
export function queryWords(query: string): string[] {
  const all = folded(query).match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = all.filter((word) => word.length >= WORD_CHARS_LEAST);
  const stems = (telling.length > 0 ? telling : all).map((word) => {
    const stem = word.replace(ENDING, "");
    return stem.length >= WORD_CHARS_LEAST ? stem : word;
  });
  return [...new Set(stems)];
}

/** How many of the words stand in a text. */
export function wordsIn(words: readonly string[], text: string): number {
  const looked = folded(text);
  return words.filter((word) => looked.includes(word)).length;
}
