import { expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

const RANGES = {
  dopamine: { min: 1, baseline: 3, max: 5 },
  serotonin: { min: 0, baseline: 0.5, max: 1 },
  noradrenaline: { min: 0.5, baseline: 1, max: 2 },
  acetylcholine: { min: 0.001, baseline: 0.001, max: 0.002 },
};
const WORDS = { parameter: expect.any(String), effect: expect.any(String) };

test("shows the four levels at rest, and where one was moved to until it is back", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  expect(await graph.ask("get_neuromodulation_state")).toEqual({
    dopamine: { level: 3, range: RANGES.dopamine, ...WORDS, last_trigger: null },
    serotonin: {
      level: 0.5,
      range: RANGES.serotonin,
      ...WORDS,
      // What search weighs them with; when a memory came says nothing of what it is about.
      space_weights: [0.75, 0, 0, 0, ...Array.from({ length: 9 }, () => 0.75)],
    },
    noradrenaline: { level: 1, range: RANGES.noradrenaline, ...WORDS, last_threat: null, threat_count: 0 },
    acetylcholine: {
      level: 0.001,
      range: RANGES.acetylcholine,
      ...WORDS,
      read_only: true,
      managed_by: expect.any(String),
      source: "meta",
    },
    derived_parameters: {
      hopfield_beta: 3,
      attention_temp: 1,
      utl_learning_rate: 0.001,
      is_alert: false,
      is_learning_elevated: false,
    },
    constitution_reference: RANGES,
    _cognitive_pulse: expect.any(Object),
  });
  await graph.ask("adjust_neuromodulator", { modulator: "noradrenaline", delta: 0.5 });
  const alert = await graph.ask("get_neuromodulation_state");
  expect(alert.derived_parameters.is_alert).toBe(true);
  expect(alert.dopamine.last_trigger).toMatchObject({ modulator: "noradrenaline", cause: "adjusted", delta: 0.5 });
  await graph.parts.env.sleep(5000);
  const later = (await graph.ask("get_neuromodulation_state")).noradrenaline.level;
  expect(later).toBeLessThan(alert.noradrenaline.level);
  expect(later).toBeGreaterThan(1);
  await graph.parts.env.sleep(60_000);
  expect((await graph.ask("get_neuromodulation_state")).noradrenaline.level).toBe(1);
});
