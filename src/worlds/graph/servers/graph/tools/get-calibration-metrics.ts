import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { TARGETS } from "../../../model/calibration/metrics.ts";
import { DriftScores } from "../../../model/calibration/outputs.ts";
import { sinceOf, Timeframe } from "../../../model/timeframe.ts";
import { calibrationReport, learnedThresholds } from "../../../read/calibration.ts";

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Excellent: "Confidence and truth hardly differ.",
  Good: "Confidence can be trusted.",
  Acceptable: "Confidence can be trusted by and large.",
  Poor: "Confidence is off: recalibrate.",
  Critical: "Confidence says little: recalibrate, level 4 first.",
  Unknown: "No result was judged in this time: give feedback with update_synergy_matrix.",
};

export const getCalibrationMetrics = defineTool({
  name: "get_calibration_metrics",
  title: "Look at how far confidence can be trusted",
  description: [
    "ECE, MCE and Brier score of the results that were judged in a time: how similar a result was, as a confidence, against how relevant it turned out to be.",
    "Every number is null until update_synergy_matrix has judged something. What it asks for is done by trigger_recalibration.",
  ].join("\n"),
  effect: "read",
  input: z.object({ timeframe: Timeframe.default("24h") }),
  output: z.object({
    timeframe: z.string(),
    metrics: z.object({
      ece: z.number().nullable(),
      mce: z.number().nullable(),
      brier: z.number().nullable(),
      sample_count: z.int(),
      ece_target: z.number(),
      ece_acceptable: z.number(),
      mce_target: z.number(),
      mce_acceptable: z.number(),
      brier_target: z.number(),
      brier_acceptable: z.number(),
    }),
    status: z.string(),
    status_description: z.string(),
    should_recalibrate: z.boolean(),
    drift_scores: DriftScores,
    poorly_calibrated_embedders: z.array(z.string()),
    recommendations: z.object({
      level2_recalibration_needed: z.boolean(),
      level3_exploration_needed: z.boolean(),
      level4_optimization_needed: z.boolean(),
    }),
  }),
  async run({ timeframe }, graph: Graph) {
    const since = sinceOf(timeframe, graph.scope.env.now());
    const report = calibrationReport(await graph.predictions.since(since), await learnedThresholds(graph));
    return {
      timeframe,
      metrics: { ...report.metrics, ...TARGETS },
      status: report.status,
      status_description: DESCRIPTIONS[report.status] ?? "",
      should_recalibrate: report.should_recalibrate,
      drift_scores: report.drift_scores,
      poorly_calibrated_embedders: report.poor,
      recommendations: {
        level2_recalibration_needed: report.advised.level2,
        level3_exploration_needed: report.advised.level3,
        level4_optimization_needed: report.advised.level4,
      },
    };
  },
});
