import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { QUADRANTS } from "../../../model/memory.ts";
import { actionOf, explanationOf, quadrantOf } from "../../../model/utl/johari.ts";
import { deltaOfMemory } from "../../../read/delta-sc.ts";

const Share = z.number().min(0).max(1);

export const getJohariClassification = defineTool({
  name: "get_johari_classification",
  title: "Classify by novelty and coherence",
  description: [
    "Which quadrant something falls into: Open (known, holds together), Hidden (known, loose), Blind (new, loose), Unknown (new, holds together), and what to do then.",
    "Either give delta_s and delta_c, or a memory_id: then both are measured now, novelty in the space embedder_index.",
    "-32602 where both ways are mixed, neither is whole, or the memory is unknown.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    delta_s: Share.optional(),
    delta_c: Share.optional(),
    memory_id: z.string().optional(),
    embedder_index: z.int().min(0).max(12).optional().describe("The space, 0 for E1 to 12 for E13; 0 unless said"),
    threshold: Share.default(0.5),
  }),
  output: z.object({
    quadrant: z.enum(QUADRANTS),
    delta_s: z.number(),
    delta_c: z.number(),
    suggested_action: z.string(),
    explanation: z.string(),
    source: z.enum(["direct", "memory"]),
    threshold: z.number(),
  }),
  async run({ delta_s, delta_c, memory_id, embedder_index, threshold }, graph: Graph) {
    const isDirect = delta_s !== undefined || delta_c !== undefined;
    if (isDirect === (memory_id !== undefined) || (isDirect && embedder_index !== undefined)) {
      throw refuse("INVALID_PARAMS", "Give either delta_s and delta_c, or memory_id", "modes_mixed");
    }
    if (isDirect && (delta_s === undefined || delta_c === undefined)) {
      throw refuse("INVALID_PARAMS", "delta_s and delta_c are only taken together", "mode_incomplete");
    }
    const measured =
      memory_id === undefined
        ? { delta_s: delta_s as number, delta_c: delta_c as number }
        : await deltaOfMemory(graph, memory_id, embedder_index ?? 0);
    const quadrant = quadrantOf(measured.delta_s, measured.delta_c, threshold);
    return {
      quadrant,
      ...measured,
      suggested_action: actionOf(quadrant),
      explanation: explanationOf(quadrant),
      source: memory_id === undefined ? ("direct" as const) : ("memory" as const),
      threshold,
    };
  },
});
