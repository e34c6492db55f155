import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { QUADRANTS } from "../../../model/memory.ts";
import { SPACE_COUNT, SPACES } from "../../../model/spaces/names.ts";
import { LAYERS, readLayers } from "../../../read/layers.ts";

export const getGraphManifest = defineTool({
  name: "get_graph_manifest",
  title: "What the graph is made of",
  description:
    "The five layers and whether each is at work, the 13 spaces with their shapes, the learning formula, and what a teleological vector is. For numbers of this graph use get_memetic_status.",
  effect: "read",
  input: z.object({}),
  output: z.object({
    architecture: z.string(),
    fingerprintType: z.string(),
    embedderCount: z.int(),
    embedders: z.array(
      z.object({ name: z.string(), field: z.string(), role: z.string(), form: z.string(), dimensions: z.int() }),
    ),
    layers: z.array(
      z.object({
        name: z.string(),
        constitution: z.string(),
        budget: z.string(),
        description: z.string(),
        status: z.enum(["active", "idle"]),
      }),
    ),
    utl: z.object({ description: z.string(), formula: z.string() }),
    teleological: z.object({
      description: z.string(),
      purposeVectorDimension: z.int(),
      johariQuadrants: z.array(z.enum(QUADRANTS)),
    }),
  }),
  async run(_input, graph: Graph) {
    const statuses = await readLayers(graph);
    return {
      architecture: "5-layer-bio-nervous",
      fingerprintType: "TeleologicalFingerprint",
      embedderCount: SPACE_COUNT,
      embedders: SPACES.map(({ label, field, role, form, dimensions }) => ({
        name: label,
        field,
        role,
        form,
        dimensions,
      })),
      layers: LAYERS.map(({ key, ...layer }) => ({ ...layer, status: statuses[key] })),
      utl: {
        description:
          "What is learnt from a memory: how new it is times how well it holds together with what was known.",
        formula: "L = clamp01((ΔS × ΔC) · w_e · cos φ)",
      },
      teleological: {
        description: "How far each space of a memory points where the graph's main goal points.",
        purposeVectorDimension: SPACE_COUNT,
        johariQuadrants: [...QUADRANTS],
      },
    };
  },
});
