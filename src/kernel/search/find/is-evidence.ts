import { cosine, isCompoundOf, type Kind, type PreparedDocument, partsIn, type Vectors } from "../rank/index.ts";

/** Two texts that have nothing to do with each other stay below this. */
const MEANING_LEAST = 0.25;
const REACH = 2;

/**
 * Whether anything speaks for a document: a word of the query, its meaning, or, in a conversation, a neighbour that has one.
 * The rest of a small space is ranked only to be compared with.
 */
export function isEvidence(
  documents: readonly PreparedDocument[],
  text: string,
  asked: ReadonlySet<string>,
  vectors: Vectors | undefined,
  kind: Kind,
): (id: string) => boolean {
  const meansTheSame = (id: string) => vectors !== undefined && cosine(vectors.query, vectors.of(id)) >= MEANING_LEAST;
  const parts = partsIn(text);
  const near = new Set<string>();
  const supported = new Set<string>();
  const place = (group: string, position: number) => `${position} ${group}`;
  for (const { document, counts, long } of documents) {
    const hasWord =
      [...asked].some((term) => counts.has(term)) ||
      long.some((word) => parts.some((part) => isCompoundOf(word, part)));
    if (hasWord || meansTheSame(document.id)) supported.add(document.id);
    if (!hasWord || kind !== "turn") continue;
    for (let step = -REACH; step <= REACH; step++) near.add(place(document.group, document.position + step));
  }
  for (const { document } of documents)
    if (near.has(place(document.group, document.position))) supported.add(document.id);
  return (id) => supported.has(id);
}
