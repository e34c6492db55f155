import type { Home } from "../home.ts";

/** Who brought the sources of an answer, each entry of the log read once. */
export function createAuthors({ scope }: Home): (seq: number | undefined) => Promise<string | null> {
  const known = new Map<number, string | null>();
  return async (seq) => {
    if (seq === undefined) return null;
    const found = known.get(seq);
    if (found !== undefined) return found;
    const actor = (await scope.journal.at(seq))?.actor;
    const author = actor?.agent ?? actor?.client ?? actor?.user ?? null;
    known.set(seq, author);
    return author;
  };
}
