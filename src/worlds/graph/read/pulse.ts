import type { Graph } from "../graph.ts";
import { ACTIVITY, activityFrom, type Pulse, pulseOf } from "../model/utl/activity.ts";

/** What rides on every answer, from the call's own snapshot. */
export async function readPulse({ state }: Graph): Promise<Pulse> {
  return pulseOf(activityFrom(await state.get(ACTIVITY)));
}
