import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

test("moves a level by what was asked, under each of its names", async () => {
  const graph = await openFilledGraph();
  expect(await graph.ask("adjust_neuromodulator", { modulator: "dopamine", delta: 0.5 })).toEqual({
    modulator: "dopamine",
    old_level: 3,
    new_level: 3.5,
    delta_requested: 0.5,
    delta_applied: 0.5,
    clamped: false,
    range: { min: 1, baseline: 3, max: 5 },
    _cognitive_pulse: expect.any(Object),
  });
  for (const [name, modulator] of Object.entries({ "5-HT": "serotonin", "5ht": "serotonin", ne: "noradrenaline" })) {
    expect(await graph.ask("adjust_neuromodulator", { modulator: name, delta: -0.1 })).toMatchObject({ modulator });
  }
  const { live, rebuilt } = await graph.replay();
  expect(rebuilt).toEqual(live);
});

test("a delta that would leave the range goes as far as the range", async () => {
  const graph = await openFilledGraph();
  const up = await graph.ask("adjust_neuromodulator", { modulator: "serotonin", delta: 9 });
  expect(up).toMatchObject({ old_level: 0.5, new_level: 1, delta_applied: 0.5, delta_requested: 9, clamped: true });
  const down = await graph.ask("adjust_neuromodulator", { modulator: "dopamine", delta: -9 });
  expect(down).toMatchObject({ new_level: 1, delta_applied: -2, clamped: true });
});

test("refuses acetylcholine, what is no modulator and what is no number, and moves nothing", async () => {
  const graph = await openFilledGraph();
  const readOnly = await graph.refused("adjust_neuromodulator", { modulator: "acetylcholine", delta: 0.001 });
  expect(readOnly).toMatchObject({ code: -32009, data: { name: "NEUROMOD_ERROR", reason: "read_only" } });
  const unknown = await graph.refused("adjust_neuromodulator", { modulator: "constructor", delta: 1 });
  expect(unknown).toMatchObject({ code: -32009, data: { reason: "unknown" } });
  expect((await graph.refused("adjust_neuromodulator", { modulator: "da", delta: "x" })).code).toBe(-32602);
});
