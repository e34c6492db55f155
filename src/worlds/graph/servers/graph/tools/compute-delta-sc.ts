import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { QUADRANTS } from "../../../model/memory.ts";
import { deltaScOf } from "../../../read/delta-sc.ts";

const FingerprintInput = z.union([z.string(), z.record(z.string(), z.unknown())]);
const Quadrant = z.enum(QUADRANTS);

export const computeDeltaSc = defineTool({
  name: "compute_delta_sc",
  title: "Compute novelty and coherence",
  description: [
    "How new a fingerprint is against an older one and the nearest memories (delta S, per space and in all), and how well it holds together with the graph (delta C).",
    "A fingerprint is a memory's id, {content: text}, {semantic: {13 fields}} or the 13 fields alone.",
    "-32801: the new one lacks a space or holds what is no number. -32803: a vector has another dimension than its space.",
    "To classify two numbers you already have, use get_johari_classification.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    vertex_id: z.string().optional().describe("The memory this is about; its edges count for coherence"),
    old_fingerprint: FingerprintInput.describe("What it was before; a missing space is taken as half new"),
    new_fingerprint: FingerprintInput.describe("What it is now; all 13 spaces"),
    include_diagnostics: z.boolean().default(false),
    johari_threshold: z.number().default(0.5).describe("Brought into 0.35 to 0.65"),
  }),
  output: z.object({
    delta_s_per_embedder: z.array(z.number()),
    delta_s_aggregate: z.number(),
    delta_c: z.number(),
    johari_quadrants: z.array(Quadrant),
    johari_aggregate: Quadrant,
    utl_learning_potential: z.number(),
    warnings: z.array(z.string()).optional(),
    diagnostics: z.record(z.string(), z.unknown()).optional(),
  }),
  run: (input, graph: Graph) => deltaScOf(graph, input),
});
