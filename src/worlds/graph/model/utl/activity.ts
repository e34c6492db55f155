import type { JsonObject } from "../../../../kernel/index.ts";
import type { Learnt, Quadrant } from "../memory.ts";
import { type Action, actionOf, quadrantOf } from "./johari.ts";
import { learningScore } from "./learning.ts";
import { stageAt } from "./lifecycle.ts";

/** How many of the last memories the pulse is taken over. */
const WINDOW = 25;

/** What has happened so far, as far as the pulse needs it. */
export interface Activity extends JsonObject {
  readonly interactions: number;
  /** What was new and how it held together, of the last memories, oldest first. */
  readonly recent: readonly (readonly [number, number])[];
  /** Living memories by quadrant at the time they came. */
  readonly quadrants: Readonly<Record<Quadrant, number>>;
}

const NOTHING_YET: Activity = {
  interactions: 0,
  recent: [],
  quadrants: { Open: 0, Hidden: 0, Blind: 0, Unknown: 0 },
};

export const ACTIVITY = "activity";

export function activityFrom(row: JsonObject | undefined): Activity {
  return (row as Activity | undefined) ?? NOTHING_YET;
}

/** The activity after one more entry of the log. */
export function afterEntry(activity: Activity, learnt: Learnt | undefined): Activity {
  const interactions = activity.interactions + 1;
  if (learnt === undefined) return { ...activity, interactions };
  const recent = [...activity.recent, [learnt.delta_s, learnt.delta_c] as const].slice(-WINDOW);
  return { ...counted(activity, learnt, 1), interactions, recent };
}

/** The activity with a memory more or less in its quadrant. */
export function counted(activity: Activity, { delta_s, delta_c }: Learnt, by: 1 | -1): Activity {
  const quadrant = quadrantOf(delta_s, delta_c);
  return { ...activity, quadrants: { ...activity.quadrants, [quadrant]: activity.quadrants[quadrant] + by } };
}

export interface Pulse extends JsonObject {
  readonly entropy: number;
  readonly coherence: number;
  readonly learning_score: number;
  readonly quadrant: Quadrant;
  readonly suggested_action: Action;
}

/** How the graph is: the means over its last memories, and what follows from them. */
export function pulseOf({ recent, interactions }: Activity): Pulse {
  const mean = (at: 0 | 1): number =>
    recent.length === 0 ? 0 : recent.reduce((sum, pair) => sum + pair[at], 0) / recent.length;
  const [entropy, coherence] = [mean(0), mean(1)];
  const quadrant = quadrantOf(entropy, coherence);
  return {
    entropy,
    coherence,
    learning_score: learningScore(entropy, coherence, stageAt(interactions)),
    quadrant,
    suggested_action: actionOf(quadrant),
  };
}
