import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

test("raising K raises r, and what was predicted is what comes", async () => {
  const graph = await openFilledGraph();
  const before = await graph.ask("get_kuramoto_sync");
  const low = await graph.ask("adjust_coupling", { new_K: 0.5 });
  expect(low).toEqual({
    old_K: 2.5,
    new_K: 0.5,
    predicted_r: expect.any(Number),
    current_r: before.r,
    K_clamped: false,
    _cognitive_pulse: expect.any(Object),
  });
  const high = await graph.ask("adjust_coupling", { new_K: 6 });
  expect(high.predicted_r).toBeGreaterThan(low.predicted_r);
  expect(high.predicted_r).toBeGreaterThan(0.95);
  await graph.env.sleep(1000);
  const after = await graph.ask("get_kuramoto_sync");
  expect(after.coupling).toBe(6);
  expect(after.r).toBeGreaterThan(before.r);
  expect(after.r).toBeCloseTo(high.predicted_r, 1);
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("brings a K outside its range to the nearer end and says so", async () => {
  const graph = await openFilledGraph();
  expect(await graph.ask("adjust_coupling", { new_K: 99 })).toMatchObject({ new_K: 10, K_clamped: true });
  expect(await graph.ask("adjust_coupling", { new_K: -1 })).toMatchObject({ old_K: 10, new_K: 0, K_clamped: true });
});

test("refuses what is no number, and leaves everything as it was", async () => {
  const graph = await openFilledGraph();
  for (const new_K of ["much", null, undefined]) {
    expect((await graph.refused("adjust_coupling", { new_K })).code).toBe(-32602);
  }
});
