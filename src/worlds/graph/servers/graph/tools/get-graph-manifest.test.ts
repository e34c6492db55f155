import { expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";
import { SPACES } from "../../../model/spaces/names.ts";

test("tells the five layers, the 13 spaces and the formula", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  const layer = (name: string, constitution: string) => ({
    name,
    constitution,
    budget: expect.any(String),
    description: expect.any(String),
    status: "idle",
  });
  expect(await graph.ask("get_graph_manifest")).toEqual({
    architecture: "5-layer-bio-nervous",
    fingerprintType: "TeleologicalFingerprint",
    embedderCount: 13,
    embedders: SPACES.map(({ label, field, role, form, dimensions }) => ({
      name: label,
      field,
      role,
      form,
      dimensions,
    })),
    layers: [
      layer("Perception", "L1_Sensing"),
      layer("Memory", "L2_Reflex"),
      layer("Reasoning", "L3_Memory"),
      layer("Action", "L4_Learning"),
      layer("Meta", "L5_Coherence"),
    ],
    utl: { description: expect.any(String), formula: "L = clamp01((ΔS × ΔC) · w_e · cos φ)" },
    teleological: {
      description: expect.any(String),
      purposeVectorDimension: 13,
      johariQuadrants: ["Open", "Hidden", "Blind", "Unknown"],
    },
    _cognitive_pulse: expect.any(Object),
  });
});
