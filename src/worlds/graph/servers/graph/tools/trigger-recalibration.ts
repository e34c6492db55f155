import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { LEVELS, type Level, recalibrate } from "../../../model/calibration/levels.ts";
import { DomainInput, DriftScores, Metrics } from "../../../model/calibration/outputs.ts";
import { type LearnedThresholds, thresholdsOf } from "../../../model/calibration/thresholds.ts";
import { rowsOf } from "../../../model/mind/impress.ts";
import { randomFrom } from "../../../model/random.ts";
import { THRESHOLDS_RECALIBRATED, toPayload } from "../../../model/recorded.ts";
import { SPACES } from "../../../model/spaces/names.ts";
import { calibrationReport, learnedThresholds, requireDomain } from "../../../read/calibration.ts";

const DESCRIPTIONS: Readonly<Record<Level, string>> = {
  1: "Moves the threshold of acceptance towards the middle between what was relevant lately and what was not.",
  2: "Fits a temperature for the whole and for each space, so that confidence comes nearest to what was true.",
  3: "Draws one threshold of five, each by how often it would have decided rightly.",
  4: "Looks for the threshold that decides rightly most often, each look where most is to be expected.",
};

const Loss = z
  .object({ temperature: z.number(), loss_before: z.number(), loss: z.number(), well_calibrated: z.boolean() })
  .nullable();

export const triggerRecalibration = defineTool({
  name: "trigger_recalibration",
  title: "Learn from what was judged",
  description: [
    "Recalibrate thresholds or temperatures from the results that were judged with update_synergy_matrix, at one of four levels: 1 tracks drift, 2 fits temperatures, 3 tries thresholds against each other, 4 optimises.",
    "With too few judged results nothing is changed and success is false: the answer says how many are needed.",
    "A level outside 1 to 4 is refused (-32602), an unknown domain too (-32010).",
  ].join("\n"),
  effect: "write",
  input: z.object({ level: z.int().min(1).max(4), domain: DomainInput }),
  output: z.object({
    success: z.boolean(),
    recalibration: z.object({
      level: z.int(),
      level_name: z.string(),
      action: z.string(),
      description: z.string(),
      domain: z.string(),
      samples_needed: z.int(),
      samples_found: z.int(),
      theta_acc_before: z.number(),
      theta_acc_after: z.number(),
      drift_scores: DriftScores.optional(),
      temperature_losses: z.record(z.string(), Loss).optional(),
      threshold_candidates: z
        .array(z.object({ threshold: z.number(), successes: z.int(), failures: z.int(), sample: z.number() }))
        .optional(),
      looks: z.array(z.object({ x: z.number(), value: z.number() })).optional(),
      selected_threshold: z.number().optional(),
      should_optimize: z.boolean().optional(),
    }),
    metrics_before: Metrics,
    metrics_after: Metrics,
  }),
  async run(input, graph: Graph) {
    const domain = requireDomain(input.domain);
    const level = input.level as Level;
    const learned = await learnedThresholds(graph);
    const predictions = await graph.predictions.since(0, domain);
    const before = calibrationReport(predictions, learned);
    // The same number of recalibrations draws the same: a replay needs no chance.
    const made = recalibrate(level, domain, predictions, learned, randomFrom(learned.recalibrations + 1));
    if (made !== undefined) {
      const state = rowsOf({ thresholds: made.learned });
      await graph.scope.record({ kind: THRESHOLDS_RECALIBRATED, payload: toPayload({ state }, { level, domain }) });
    }
    const after = calibrationReport(predictions, made?.learned ?? learned);
    const acceptance = (known: LearnedThresholds) => thresholdsOf(known, domain).theta_acc;
    return {
      success: made !== undefined,
      recalibration: {
        level,
        level_name: LEVELS[level].name,
        action: made === undefined ? "none: too few results were judged" : "recalibrated",
        description: DESCRIPTIONS[level],
        domain,
        samples_needed: LEVELS[level].needs,
        samples_found: predictions.length,
        theta_acc_before: acceptance(learned),
        theta_acc_after: acceptance(made?.learned ?? learned),
        ...(level === 1 && { drift_scores: before.drift_scores }),
        ...(made?.losses !== undefined && {
          temperature_losses: Object.fromEntries(
            SPACES.map(({ label }, space) => [label, made.losses?.[space] ?? null]),
          ),
        }),
        ...(made?.arms !== undefined && { threshold_candidates: made.arms }),
        ...(made?.looks !== undefined && { looks: made.looks }),
        ...(made?.selected !== undefined && { selected_threshold: made.selected }),
        ...(level === 4 && { should_optimize: before.advised.level4 }),
      },
      metrics_before: { ...before.metrics, status: before.status },
      metrics_after: { ...after.metrics, status: after.status },
    };
  },
});
