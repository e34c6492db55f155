import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { Thirteen } from "../../../model/mind/inputs.ts";
import { isAlert, isLearningElevated, MODULATORS, type Modulator, modulatorRowAt } from "../../../model/modulators.ts";
import { spaceShare } from "../../../model/retrieval/fusion.ts";
import { SPACE_WEIGHTS } from "../../../model/retrieval/weights.ts";

const Range = z.object({ min: z.number(), baseline: z.number(), max: z.number() });
const Level = z.object({ level: z.number(), range: Range, parameter: z.string(), effect: z.string() });
const Trigger = z.object({ modulator: z.string(), cause: z.string(), delta: z.number(), at: z.string() });

export const getNeuromodulationState = defineTool({
  name: "get_neuromodulation_state",
  title: "Look at the modulators",
  description: [
    "The four levels that shape retrieval and learning, as they are now: dopamine (how sharply the best match stands out), serotonin (how much the spaces count), noradrenaline (how flat attention is), acetylcholine (how fast is learned).",
    "Each goes back to its baseline with time. To move one, use adjust_neuromodulator; acetylcholine moves by itself, with how much was learned that nobody expected.",
  ].join("\n"),
  effect: "read",
  input: z.object({}),
  output: z.object({
    dopamine: Level.extend({ last_trigger: Trigger.nullable() }),
    serotonin: Level.extend({ space_weights: Thirteen }),
    noradrenaline: Level.extend({
      last_threat: z.object({ severity: z.number(), at: z.string() }).nullable(),
      threat_count: z.int(),
    }),
    acetylcholine: Level.extend({ read_only: z.boolean(), managed_by: z.string(), source: z.string() }),
    derived_parameters: z.object({
      hopfield_beta: z.number(),
      attention_temp: z.number(),
      utl_learning_rate: z.number(),
      is_alert: z.boolean(),
      is_learning_elevated: z.boolean(),
    }),
    constitution_reference: z.record(z.string(), Range),
  }),
  async run(_input, graph: Graph) {
    const row = modulatorRowAt(await graph.state.get("modulators"), graph.scope.env.now());
    const described = (name: Modulator, parameter: string, effect: string) => ({
      level: row[name],
      range: rangeOf(name),
      parameter,
      effect,
    });
    const share = spaceShare(row);
    return {
      dopamine: {
        ...described("dopamine", "hopfield.beta", "Higher: the best match stands out more."),
        last_trigger: row.last_trigger === null ? null : { ...row.last_trigger, at: timeOf(row.last_trigger.at) },
      },
      serotonin: {
        ...described("serotonin", "space_weights", "Higher: the spaces count more beside the index."),
        space_weights: SPACE_WEIGHTS.map((weight) => weight * share),
      },
      noradrenaline: {
        ...described("noradrenaline", "attention.temp", "Higher: attention is flatter, more is let through."),
        last_threat: row.last_threat === null ? null : { ...row.last_threat, at: timeOf(row.last_threat.at) },
        threat_count: row.threat_count,
      },
      acetylcholine: {
        ...described("acetylcholine", "utl.lr", "Higher: feedback is learned from faster."),
        read_only: true,
        managed_by: "what was learned against what was expected",
        source: "meta",
      },
      derived_parameters: {
        hopfield_beta: row.dopamine,
        attention_temp: row.noradrenaline,
        utl_learning_rate: row.acetylcholine,
        is_alert: isAlert(row),
        is_learning_elevated: isLearningElevated(row),
      },
      constitution_reference: Object.fromEntries(
        (Object.keys(MODULATORS) as Modulator[]).map((name) => [name, rangeOf(name)]),
      ),
    };
  },
});

function rangeOf(name: Modulator) {
  const { min, baseline, max } = MODULATORS[name];
  return { min, baseline, max };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
