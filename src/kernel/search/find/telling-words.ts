/** Candidates are looked for by the rarest words of a query, up to this many places where they stand. */
const POSTINGS_MAX = 20_000;

/**
 * The words that tell documents apart. A word that stands nearly everywhere costs the most to look up and says the least;
 * it still counts in the ranking of what the others found.
 */
export function tellingWords(frequencies: ReadonlyMap<string, number>): string[] {
  const rarestFirst = [...frequencies].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  let postings = 0;
  return rarestFirst
    .filter(([, documents], index) => {
      postings += documents;
      return index === 0 || postings <= POSTINGS_MAX;
    })
    .map(([term]) => term);
}
