import { expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("tells how far the oscillators are in step, from a graph at rest to one that was given memories", async () => {
  const graph = await openTestGraph();
  const resting = await graph.ask("get_kuramoto_sync", { session_id: "any" });
  expect(resting).toEqual({
    r: expect.closeTo(0, 9),
    psi: expect.any(Number),
    synchronization: resting.r,
    state: "FRAGMENTED",
    phases: Array.from({ length: 13 }, (_, index) => (2 * Math.PI * index) / 13),
    natural_freqs: [1.58, 0.32, 0.32, 0.32, 0.99, 0.16, 0.99, 0.47, 3.16, 1.58, 0.59, 2.37, 0.16],
    coupling: 2.5,
    elapsed_seconds: 0,
    embedding_labels: [
      "E1_semantic",
      "E2_temporal_recent",
      "E3_temporal_periodic",
      "E4_temporal_positional",
      "E5_causal",
      "E6_sparse",
      "E7_code",
      "E8_graph",
      "E9_hdc",
      "E10_multimodal",
      "E11_entity",
      "E12_late_interaction",
      "E13_splade",
    ],
    thresholds: { conscious: 0.8, fragmented: 0.5, hypersync: 0.95 },
    _cognitive_pulse: expect.any(Object),
  });
  for (let n = 0; n < 12; n++) {
    await graph.put(`Note ${n}: the harbour was rebuilt because of the flood of ${1950 + n}.`);
    await graph.parts.env.sleep(1000);
  }
  const stirred = await graph.ask("get_kuramoto_sync");
  expect(stirred.r).toBeGreaterThan(0.8);
  expect(stirred.elapsed_seconds).toBeGreaterThan(10);
  expect(stirred.state).toBe("COHERENT");
  await graph.close();
});
