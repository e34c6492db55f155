/** The word most like the one given, if any is close enough to be a slip of the hand. */
function nearest(given: string, words: Iterable<string>): string | undefined {
  let best: { word: string; distance: number } | undefined;
  for (const word of words) {
    const distance = editDistance(given.toLowerCase(), word.toLowerCase());
    if (best === undefined || distance < best.distance) best = { word, distance };
  }
  return best !== undefined && best.distance <= Math.max(2, Math.floor(given.length / 3)) ? best.word : undefined;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** «, did you mean X?», or nothing. */
export function suggestion(given: string, words: Iterable<string>): string {
  const word = nearest(given, words);
  return word === undefined ? "" : `; did you mean ${word}?`;
}
