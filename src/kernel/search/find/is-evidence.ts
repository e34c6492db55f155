import {
  cosine,
  isCompoundOf,
  type Kind,
  type PreparedDocument,
  partsIn,
  related,
  type Vectors,
} from "../rank/index.ts";

/** Two texts that have nothing to do with each other stay below this. */
const MEANING_LEAST = 0.25;
const REACH = 2;
/** Words as close as this say nearly the same, in what was said: "visited" and "a trip to". */
const KIN_LEAST = 0.3;

/**
 * Whether anything speaks for a document: a word of the query, its meaning, or, in a conversation, a kindred word or a
 * neighbour that has one of the query.
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
  const kin = kind === "turn" ? kinOf(asked) : [];
  const near = new Set<string>();
  const supported = new Set<string>();
  const place = (group: string, position: number) => `${position} ${group}`;
  for (const { document, counts, long } of documents) {
    const hasWord =
      [...asked].some((term) => counts.has(term)) ||
      long.some((word) => parts.some((part) => isCompoundOf(word, part)));
    if (hasWord || kin.some((term) => counts.has(term)) || meansTheSame(document.id)) supported.add(document.id);
    if (!hasWord || kind !== "turn") continue;
    for (let step = -REACH; step <= REACH; step++) near.add(place(document.group, document.position + step));
  }
  for (const { document } of documents)
    if (near.has(place(document.group, document.position))) supported.add(document.id);
  return (id) => supported.has(id);
}

function kinOf(asked: ReadonlySet<string>): string[] {
  const close = [...asked].flatMap((term) => [...related(term)].filter(([, closeness]) => closeness >= KIN_LEAST));
  return [...new Set(close.map(([term]) => term))];
}
