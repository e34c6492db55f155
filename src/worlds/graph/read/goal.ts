import type { Graph } from "../graph.ts";
import type { Goal } from "../model/goals/goal.ts";
import { type Masses, purposeOf } from "../model/purpose.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import { unpack } from "../model/spaces/pack.ts";
import { rowOf } from "./rows.ts";

/** The goal that everything is measured by. */
export interface NorthStar extends Goal {
  /** Packed, in base64, and the moment that its times stand for. */
  readonly fingerprint: string;
  readonly created_at: number;
  readonly position: number;
  /** How much it counts in ranking: 1 until a correction reinforces it. */
  readonly weight: number;
  /** The mean alignment of all that was looked at when it was found. */
  readonly baseline: number;
  readonly found_at: number;
}

/** The row `goals`. */
export interface Goals {
  readonly north_star: NorthStar | null;
  readonly sub_goals: readonly (Goal & {
    readonly parent_id: string | null;
    readonly parent_similarity: number | null;
  })[];
}

const NO_GOALS: Goals = { north_star: null, sub_goals: [] };

export async function goalsOf(graph: Graph): Promise<Goals> {
  return (await rowOf<Goals>(graph, "goals")) ?? NO_GOALS;
}

/** The star as anything else is seen at a time: its own time is that of the memory in its middle. */
export function starFingerprint({ fingerprint, created_at, position }: StarPlace, now: number): Fingerprint {
  return unpack(Buffer.from(fingerprint, "base64"), { createdAt: created_at, position, now });
}

type StarPlace = Pick<NorthStar, "fingerprint" | "created_at" | "position">;

/** What a text is for, as the graph is now. */
export async function purposeIn(graph: Graph): Promise<(fingerprint: Fingerprint) => number[]> {
  const { north_star } = await goalsOf(graph);
  const masses = await rowOf<Masses>(graph, "masses");
  const star = north_star === null ? undefined : starFingerprint(north_star, graph.scope.env.now());
  return (fingerprint) => purposeOf(fingerprint, star, masses);
}
