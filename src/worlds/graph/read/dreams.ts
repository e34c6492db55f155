import type { Graph } from "../graph.ts";
import type { DreamReport } from "../model/dream/report.ts";
import { cooldownSeconds, type DreamHistory, decide } from "../model/dream/schedule.ts";
import type { Shortcut } from "../model/dream/shortcuts.ts";
import { activityAt, type Wake } from "../model/mind/wakefulness.ts";
import { ACTIVITY, activityFrom, pulseOf } from "../model/utl/activity.ts";
import { mindNow } from "./mind.ts";
import { rowOf } from "./rows.ts";

/** The row `dreams`. */
export interface Dreams extends DreamHistory<DreamReport> {
  /** Paths that were walked often in the last whole dream. */
  readonly candidates: readonly Shortcut[];
}

const NO_DREAMS: Dreams = { started: 0, completed: 0, last: null, candidates: [] };

export async function dreamsOf(graph: Graph): Promise<Dreams> {
  return (await rowOf<Dreams>(graph, "dreams")) ?? NO_DREAMS;
}

/** What speaks for a dream now, and what against it. */
export async function dreamWeather(graph: Graph) {
  const { nowMs, identity } = await mindNow(graph);
  const dreams = await dreamsOf(graph);
  const activity = activityAt(await rowOf<Wake>(graph, "wake"), nowMs);
  const cooldown = cooldownSeconds(dreams.last?.at, nowMs);
  const { entropy } = pulseOf(activityFrom(await graph.state.get(ACTIVITY)));
  const { memories } = await graph.features.totals();
  const decision = decide({ memories, cooldownSeconds: cooldown, activity, entropy, identity });
  return { nowMs, dreams, activity, cooldown, memories, decision };
}
