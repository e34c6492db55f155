import type { Graph } from "../graph.ts";
import type { Goal } from "../model/goals/goal.ts";
import { rowOf } from "./rows.ts";

/** The goal that everything is measured by. */
export interface NorthStar extends Goal {
  /** Packed, in base64, and the time and place of the memory in its middle. */
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
