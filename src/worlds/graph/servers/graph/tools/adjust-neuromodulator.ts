import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { Graph } from "../../../graph.ts";
import { rowsOf } from "../../../model/mind/impress.ts";
import { MODULATORS, type Modulator, modulatorRowAt, moved } from "../../../model/modulators.ts";
import { MODULATOR_ADJUSTED, toPayload } from "../../../model/recorded.ts";

/** Other names of the same. */
const NAMES: Readonly<Record<string, Modulator>> = {
  dopamine: "dopamine",
  da: "dopamine",
  serotonin: "serotonin",
  "5ht": "serotonin",
  "5-ht": "serotonin",
  noradrenaline: "noradrenaline",
  norepinephrine: "noradrenaline",
  ne: "noradrenaline",
  acetylcholine: "acetylcholine",
  ach: "acetylcholine",
};

export const adjustNeuromodulator = defineTool({
  name: "adjust_neuromodulator",
  title: "Move a modulator",
  description: [
    "Raise or lower dopamine, serotonin or noradrenaline by delta; search changes with it at once, and the level goes back to its baseline with time.",
    "A delta that would leave the range moves it to the end of the range: delta_applied says how far it went, clamped that it was cut.",
    "Acetylcholine is read-only and refused (-32009), and so is a name that is no modulator.",
  ].join("\n"),
  effect: "write",
  input: z.object({
    modulator: z.string().describe("dopamine (da), serotonin (5ht) or noradrenaline (ne)"),
    delta: z.number().describe("By how much; below zero to lower it"),
  }),
  output: z.object({
    modulator: z.string(),
    old_level: z.number(),
    new_level: z.number(),
    delta_requested: z.number(),
    delta_applied: z.number(),
    clamped: z.boolean(),
    range: z.object({ min: z.number(), baseline: z.number(), max: z.number() }),
  }),
  async run(input, graph: Graph) {
    const modulator = requireMovable(input.modulator);
    const before = modulatorRowAt(await graph.state.get("modulators"), graph.scope.env.now());
    const after = moved(before, modulator, input.delta, "adjusted");
    await graph.scope.record({
      kind: MODULATOR_ADJUSTED,
      payload: toPayload({ state: rowsOf({ modulators: after }) }),
    });
    const { min, baseline, max } = MODULATORS[modulator];
    const wanted = before[modulator] + input.delta;
    return {
      modulator,
      old_level: before[modulator],
      new_level: after[modulator],
      delta_requested: input.delta,
      delta_applied: after[modulator] - before[modulator],
      clamped: wanted < min || wanted > max,
      range: { min, baseline, max },
    };
  },
});

function requireMovable(given: string): Modulator {
  const modulator = Object.hasOwn(NAMES, given.toLowerCase()) ? NAMES[given.toLowerCase()] : undefined;
  if (modulator === undefined) {
    throw refuse("NEUROMOD_ERROR", "There is no such modulator: use dopamine, serotonin or noradrenaline.", "unknown");
  }
  if (modulator !== "acetylcholine") return modulator;
  throw refuse(
    "NEUROMOD_ERROR",
    "Acetylcholine is read-only: it follows what was learned against what was expected.",
    "read_only",
  );
}
