import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";
import { SPACES } from "../../../model/spaces/names.ts";

test("stands evenly spread in an empty graph", async () => {
  const graph = await openTestGraph({ embedder: "none" });
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
    embedding_labels: SPACES.map(({ label }) => label),
    thresholds: { conscious: 0.8, fragmented: 0.5, hypersync: 0.95 },
    _cognitive_pulse: expect.any(Object),
  });
});

test("memories bring the oscillators in step, and at rest they stand still", async () => {
  const graph = await openFilledGraph();
  const stirred = await graph.ask("get_kuramoto_sync");
  expect(stirred.r).toBeGreaterThan(0.8);
  expect(stirred).toMatchObject({ state: "COHERENT", elapsed_seconds: expect.closeTo(13, 1) });
  await graph.env.sleep(3_600_000);
  expect((await graph.ask("get_kuramoto_sync")).phases).toEqual(stirred.phases);
});
