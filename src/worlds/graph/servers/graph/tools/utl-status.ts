import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { QUADRANTS } from "../../../model/memory.ts";
import { ACTIVITY, activityFrom, pulseOf } from "../../../model/utl/activity.ts";
import { stageAt } from "../../../model/utl/lifecycle.ts";
import { readRhythm } from "../../../read/rhythm.ts";

export const utlStatus = defineTool({
  name: "utl_status",
  title: "Learning status",
  description:
    "How far the graph is in its life, how new and how coherent its last memories were, what was learnt, and the thresholds of this stage. For counts and layers use get_memetic_status.",
  effect: "read",
  input: z.object({}),
  output: z.object({
    lifecycle_phase: z.enum(["Infancy", "Growth", "Maturity"]),
    interaction_count: z.int(),
    entropy: z.number(),
    coherence: z.number(),
    learning_score: z.number(),
    johari_quadrant: z.enum(QUADRANTS),
    consolidation_phase: z.string(),
    phase_angle: z.number(),
    thresholds: z.object({
      entropy_trigger: z.number(),
      coherence_trigger: z.number(),
      min_importance_store: z.number(),
      consolidation_threshold: z.number(),
    }),
  }),
  async run(_input, graph: Graph) {
    const activity = activityFrom(await graph.state.get(ACTIVITY));
    const { entropy, coherence, learning_score, quadrant } = pulseOf(activity);
    const { phase, thresholds } = stageAt(activity.interactions);
    return {
      lifecycle_phase: phase,
      interaction_count: activity.interactions,
      entropy,
      coherence,
      learning_score,
      johari_quadrant: quadrant,
      ...(await readRhythm(graph)),
      thresholds,
    };
  },
});
