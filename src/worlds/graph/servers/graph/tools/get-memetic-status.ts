import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { QUADRANTS } from "../../../model/memory.ts";
import { SPACE_COUNT } from "../../../model/spaces/names.ts";
import { ACTIVITY, activityFrom, pulseOf } from "../../../model/utl/activity.ts";
import { stageAt } from "../../../model/utl/lifecycle.ts";
import { readLayers } from "../../../read/layers.ts";
import { readRhythm } from "../../../read/rhythm.ts";

const Status = z.enum(["active", "idle"]);

export const getMemeticStatus = defineTool({
  name: "get_memetic_status",
  title: "Status of the graph",
  description:
    "How many memories there are, what they take, how they fall into the four quadrants, how the last ones were, and which layers are at work. For thresholds of the learning stage use utl_status.",
  effect: "read",
  input: z.object({}),
  output: z.object({
    phase: z.string(),
    fingerprintCount: z.int(),
    embedderCount: z.int(),
    storageBackend: z.string(),
    storageSizeBytes: z.int(),
    quadrantCounts: z.object({ open: z.int(), hidden: z.int(), blind: z.int(), unknown: z.int() }),
    utl: z.object({
      entropy: z.number(),
      coherence: z.number(),
      learningScore: z.number(),
      johariQuadrant: z.enum(QUADRANTS),
      consolidationPhase: z.string(),
      suggestedAction: z.string(),
    }),
    layers: z.object({ perception: Status, memory: Status, reasoning: Status, action: Status, meta: Status }),
  }),
  async run(_input, graph: Graph) {
    const activity = activityFrom(await graph.state.get(ACTIVITY));
    const { memories, bytes } = await graph.features.totals();
    const pulse = pulseOf(activity);
    const { Open, Hidden, Blind, Unknown } = activity.quadrants;
    return {
      phase: stageAt(activity.interactions).phase,
      fingerprintCount: memories,
      embedderCount: SPACE_COUNT,
      storageBackend: graph.scope.sql.dialect,
      storageSizeBytes: bytes,
      quadrantCounts: { open: Open, hidden: Hidden, blind: Blind, unknown: Unknown },
      utl: {
        entropy: pulse.entropy,
        coherence: pulse.coherence,
        learningScore: pulse.learning_score,
        johariQuadrant: pulse.quadrant,
        consolidationPhase: (await readRhythm(graph)).consolidation_phase,
        suggestedAction: snakeCase(pulse.suggested_action),
      },
      layers: await readLayers(graph),
    };
  },
});

/** `DirectRecall` as this tool writes it: `direct_recall`. */
function snakeCase(action: string): string {
  return action.replace(/(?!^)([A-Z])/g, "_$1").toLowerCase();
}
