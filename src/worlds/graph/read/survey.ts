import type { Graph } from "../graph.ts";
import type { Likeness } from "../model/goals/clusters.ts";
import type { Memory } from "../model/memory.ts";
import { similarity } from "../model/similarity.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import { E1, E6, E11, E13 } from "../model/spaces/names.ts";
import { fingerprintOf } from "../search/candidates.ts";

/** So many of the newest are looked at, and so many of these are compared with each other. */
const NEWEST_MAX = 1000;
const COMPARED_MAX = 300;
const ROWS_PER_TURN = 10;
/** What memories are about is compared: meaning, words, names, kindred words; not when they came, nor in what form. */
export const SURVEYED_SPACES: readonly number[] = [E1, E6, E11, E13];

export interface Surveyed {
  readonly memory: Memory;
  readonly fingerprint: Fingerprint;
}

export interface Survey {
  readonly memories: readonly Surveyed[];
  readonly likeness: Likeness;
  /** How alike two are in one space; 0 where one says nothing. */
  likenessIn(space: number, one: number, other: number): number;
}

/** Memories and how alike each two of them are by what they are about. */
export async function survey(graph: Graph, ids?: readonly string[]): Promise<Survey> {
  const now = graph.scope.env.now();
  const found = ids === undefined ? await graph.memories.newest(NEWEST_MAX) : await graph.memories.byIds(ids);
  const ordered = [...found].sort((one, other) => one.position - other.position);
  const memories = spread(ordered, COMPARED_MAX).map((memory) => ({ memory, fingerprint: fingerprintOf(memory, now) }));
  const n = memories.length;
  const inSpaces = SURVEYED_SPACES.map(() => new Float64Array(n * n));
  const means = new Float64Array(n * n);
  for (const [one, { fingerprint }] of memories.entries()) {
    if (one % ROWS_PER_TURN === 0) await graph.scope.env.turn();
    for (let other = 0; other <= one; other++) {
      const opposite = (memories[other] as Surveyed).fingerprint;
      let [sum, told] = [0, 0];
      for (const [index, space] of SURVEYED_SPACES.entries()) {
        const alike = similarity(fingerprint.of(space), opposite.of(space));
        if (alike === null) continue;
        (inSpaces[index] as Float64Array)[one * n + other] = alike;
        sum += alike;
        told += 1;
      }
      means[one * n + other] = told === 0 ? 0 : sum / told;
    }
  }
  const place = (one: number, other: number) => (one > other ? one * n + other : other * n + one);
  return {
    memories,
    likeness: (one, other) => means[place(one, other)] ?? 0,
    likenessIn: (space, one, other) => inSpaces[SURVEYED_SPACES.indexOf(space)]?.[place(one, other)] ?? 0,
  };
}

/** As many of a list as wanted, evenly over the whole of it. */
function spread<Item>(items: readonly Item[], max: number): readonly Item[] {
  if (items.length <= max) return items;
  return Array.from({ length: max }, (_, at) => items[Math.floor((at * items.length) / max)] as Item);
}
