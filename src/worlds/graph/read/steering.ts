import type { Graph } from "../graph.ts";
import { type LearnedThresholds, thresholdsOf } from "../model/calibration/thresholds.ts";
import { qualityOf } from "../model/goals/pruning.ts";
import { type Meta, NO_META } from "../model/mind/meta.ts";
import { type Steering, steer } from "../model/steering.ts";
import { rowOf } from "./rows.ts";

/** So many of the newest memories are judged. */
const MEMORIES_MAX = 500;
const OUTCOMES_MAX = 100;

/** How the graph is kept, filled and used, judged by its newest memories and the last feedback. */
export async function steeringNow(graph: Graph): Promise<Steering> {
  const memories = await graph.memories.newest(MEMORIES_MAX);
  const { theta_edge } = thresholdsOf(await rowOf<LearnedThresholds>(graph, "thresholds"), "General");
  const tied = new Set<string>();
  for (const { source, target, confidence } of await graph.edges.around(memories.map(({ id }) => id))) {
    if (confidence < theta_edge) continue;
    tied.add(source);
    tied.add(target);
  }
  const outcomes = (await graph.predictions.since(0)).slice(-OUTCOMES_MAX).map(({ outcome }) => outcome);
  const { history } = (await rowOf<Meta>(graph, "meta")) ?? NO_META;
  return steer({
    connectivity: memories.length === 0 ? null : memories.filter(({ id }) => tied.has(id)).length / memories.length,
    qualities: memories.map(({ importance, learnt, access_count }) =>
      qualityOf({ importance, coherence: learnt.delta_c, accesses: access_count }),
    ),
    outcomes,
    learning: history.map(({ actual }) => actual),
  });
}
