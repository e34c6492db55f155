import type { Graph } from "../graph.ts";
import type { Memory } from "../model/memory.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import { meaningFeatures, wordFeatures } from "../model/spaces/features.ts";
import { unpack } from "../model/spaces/pack.ts";

/** A memory that may be near, with its fingerprint as of now. */
export interface Candidate {
  readonly memory: Memory;
  readonly fingerprint: Fingerprint;
}

/** What all looked-up features may have in common: a feature that nearly all share costs the most and says the least. */
const PLACES_MAX = 4000;

/** The memories nearest to a fingerprint by shared words and shared meaning, at most so many of each kind. */
export async function candidatesNear(graph: Graph, fingerprint: Fingerprint, each: number): Promise<Candidate[]> {
  const byWords = await sharing(graph, wordFeatures(fingerprint), each);
  const byMeaning = await sharing(graph, meaningFeatures(fingerprint), each);
  return readCandidates(graph, [...new Set([...byWords, ...byMeaning])]);
}

async function sharing({ features }: Graph, asked: readonly number[], limit: number): Promise<number[]> {
  const counts = await features.countsOf(asked);
  const rarestFirst = [...counts].filter(([, memories]) => memories > 0).sort(([a, m], [b, n]) => m - n || a - b);
  let places = 0;
  const looked = rarestFirst.filter(([, memories], at) => {
    places += memories;
    return at === 0 || places <= PLACES_MAX;
  });
  return features.sharing(
    looked.map(([feature]) => feature),
    limit,
  );
}

async function readCandidates(graph: Graph, positions: readonly number[]): Promise<Candidate[]> {
  return (await graph.memories.byPositions(positions)).sort((a, b) => a.position - b.position).map(asCandidate(graph));
}

/** A memory with its fingerprint, seen from the time of this call. */
export function asCandidate({ scope }: Graph): (memory: Memory) => Candidate {
  const now = scope.env.now();
  return (memory) => ({ memory, fingerprint: fingerprintOf(memory, now) });
}

export function fingerprintOf({ fingerprint, created_at, session_position }: Memory, now: number): Fingerprint {
  return unpack(fingerprint, { createdAt: created_at, position: session_position, now });
}
