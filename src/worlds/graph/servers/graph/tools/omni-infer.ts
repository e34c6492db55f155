import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { memoryNotFound, refuse } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { CONFIDENCE_MIN, HOPS_MAX } from "../../../model/causal/paths.ts";
import { DIRECTIONS, type Direction, infer } from "../../../read/infer.ts";

const DESCRIPTIONS: Readonly<Record<Direction, string>> = {
  forward: "What follows from the source, up to the target.",
  backward: "How the target led to the source.",
  bidirectional: "Both ways between source and target.",
  bridge: "What follows from the source in another domain or another session.",
  abduction: "What could best explain the source.",
};

const STRONG = 0.7;
const SURE = 0.8;

export const omniInfer = defineTool({
  name: "omni_infer",
  title: "Follow causes",
  description: [
    "Follow what leads to what, over memories whose effect is the cause of the next: forward, backward or both ways between two memories; from one into another domain or session (bridge); or back to what could explain it (abduction).",
    "Only paths that are there are answered: no path, no result. source and target are ids of memories; forward, backward and bidirectional need a target (-32602 without).",
  ].join("\n"),
  effect: "read",
  input: z.object({
    source: z.string(),
    target: z.string().optional(),
    direction: z.enum(DIRECTIONS).default("forward"),
  }),
  output: z.object({
    results: z.array(
      z.object({
        direction: z.string(),
        source: z.string(),
        target: z.string(),
        strength: z.number(),
        confidence: z.number(),
        path: z.array(z.string()),
        path_length: z.int(),
        is_direct: z.boolean(),
        is_high_confidence: z.boolean(),
        is_strong: z.boolean(),
        explanation: z.string(),
      }),
    ),
    result_count: z.int(),
    direction: z.string(),
    direction_description: z.string(),
    source: z.string(),
    target: z.string().nullable(),
    memories_considered: z.int(),
    inference_config: z.object({
      min_confidence: z.number(),
      max_path_length: z.int(),
      include_indirect: z.boolean(),
    }),
  }),
  async run({ source, target, direction }, graph: Graph) {
    const needsTarget = direction !== "bridge" && direction !== "abduction";
    if (needsTarget && target === undefined) {
      throw refuse("INVALID_PARAMS", `direction ${direction} needs a target`, "target_required");
    }
    if (source === target) throw refuse("INVALID_PARAMS", "source and target are the same memory", "same_memory");
    for (const id of [source, ...(target === undefined ? [] : [target])]) {
      if ((await graph.memories.find(id)) === undefined) throw memoryNotFound(id);
    }
    const { inferred, considered } = await infer(graph, source, target, direction);
    return {
      results: inferred.map(({ direction: way, path, strength, confidence }) => ({
        direction: way,
        source: path[0] ?? "",
        target: path.at(-1) ?? "",
        strength,
        confidence,
        path,
        path_length: path.length - 1,
        is_direct: path.length === 2,
        is_high_confidence: confidence >= SURE,
        is_strong: strength >= STRONG,
        explanation: explain(path.length - 1, strength, confidence),
      })),
      result_count: inferred.length,
      direction,
      direction_description: DESCRIPTIONS[direction],
      source,
      target: target ?? null,
      memories_considered: considered,
      inference_config: { min_confidence: CONFIDENCE_MIN, max_path_length: HOPS_MAX, include_indirect: true },
    };
  },
});

function explain(links: number, strength: number, confidence: number): string {
  const way =
    links === 1
      ? "The effect of the first is the cause of the second"
      : `Over ${links} links, each the cause of the next`;
  return `${way}: strength ${strength.toFixed(2)}, confidence ${confidence.toFixed(2)}.`;
}
