import type { Graph } from "../graph.ts";
import { centreOf } from "../model/goals/centre.ts";
import type { Memory } from "../model/memory.ts";
import { alignmentOf } from "../model/purpose.ts";
import { similarity } from "../model/similarity.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import { eachSpace } from "../model/spaces/names.ts";
import { unpack } from "../model/spaces/pack.ts";
import { fingerprintOf } from "../search/candidates.ts";
import type { Goals, NorthStar } from "./goal.ts";

/** So many memories are compared with the goal at most: the newest. */
const COMPARED_MAX = 500;

export interface Aligned {
  readonly memory: Memory;
  readonly fingerprint: Fingerprint;
  /** In each space; 0 where one of both says nothing. */
  readonly spaces: readonly number[];
  readonly alignment: number;
}

/** Memories that were stored or changed since a time, or those asked for. */
export async function memoriesSince(graph: Graph, since: number, ids?: readonly string[]): Promise<Memory[]> {
  if (ids !== undefined) return graph.memories.byIds(ids);
  return (await graph.memories.newest(COMPARED_MAX)).filter(({ updated_at }) => updated_at >= since);
}

/** What memories are measured by: the north star, else their own middle. */
export function referenceOf(goals: Goals, memories: readonly Memory[], now: number): Fingerprint | undefined {
  if (goals.north_star !== null) return starAt(goals.north_star, now);
  if (memories.length === 0) return undefined;
  return centreOf(memories.map((memory) => ({ fingerprint: fingerprintOf(memory, now), weight: 1 })));
}

/** A star as it is seen at a time. */
export function starAt({ fingerprint, created_at, position }: StarPlace, now: number): Fingerprint {
  return unpack(Buffer.from(fingerprint, "base64"), { createdAt: created_at, position, now });
}

type StarPlace = Pick<NorthStar, "fingerprint" | "created_at" | "position">;

/** How near each memory is to something. */
export function alignedTo(reference: Fingerprint, memories: readonly Memory[], now: number): Aligned[] {
  return memories.map((memory) => {
    const fingerprint = fingerprintOf(memory, now);
    const spaces = eachSpace((space) => similarity(fingerprint.of(space), reference.of(space)) ?? 0);
    return { memory, fingerprint, spaces, alignment: alignmentOf(spaces) };
  });
}

export function meanAlignment(aligned: readonly Aligned[]): number {
  return aligned.length === 0 ? 0 : aligned.reduce((sum, { alignment }) => sum + alignment, 0) / aligned.length;
}
