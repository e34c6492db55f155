import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Graph } from "../../../graph.ts";
import { DomainInput, DriftScores, Metrics } from "../../../model/calibration/outputs.ts";
import { thresholdsOf } from "../../../model/calibration/thresholds.ts";
import { SPACES } from "../../../model/spaces/names.ts";
import { calibrationReport, learnedThresholds, requireDomain } from "../../../read/calibration.ts";

export const getThresholdStatus = defineTool({
  name: "get_threshold_status",
  title: "Look at the thresholds",
  description: [
    "The thresholds that hold in a domain (optimal, acceptable, warning, duplicate, edge), learned or from before anything was learned, and how far confidence could be trusted there so far.",
    "should_… say which level of trigger_recalibration the figures ask for. An unknown domain is refused (-32010).",
  ].join("\n"),
  effect: "read",
  input: z.object({
    domain: DomainInput,
    embedder_id: z.int().min(1).max(13).optional().describe("1 for E1 to 13 for E13: details of that space"),
  }),
  output: z.object({
    domain: z.string(),
    thresholds: z.object({
      domain_thresholds: z.object({
        theta_opt: z.number(),
        theta_acc: z.number(),
        theta_warn: z.number(),
        theta_dup: z.number(),
        theta_edge: z.number(),
      }),
      temperature: z.number(),
      learned: z.boolean(),
    }),
    calibration: Metrics,
    drift_scores: DriftScores,
    should_recalibrate_level2: z.boolean(),
    should_explore_level3: z.boolean(),
    should_optimize_level4: z.boolean(),
    embedder_detail: z
      .object({
        embedder_id: z.int(),
        embedder_name: z.string(),
        temperature: z.number(),
        is_poorly_calibrated: z.boolean(),
        needs_recalibration: z.boolean(),
      })
      .optional(),
  }),
  async run(input, graph: Graph) {
    const domain = requireDomain(input.domain);
    const learned = await learnedThresholds(graph);
    const report = calibrationReport(await graph.predictions.since(0, domain), learned);
    const space = input.embedder_id === undefined ? undefined : SPACES[input.embedder_id - 1];
    const label = space?.label ?? "";
    return {
      domain,
      thresholds: {
        domain_thresholds: thresholdsOf(learned, domain),
        temperature: learned.temperature,
        learned: learned.domains[domain] !== undefined,
      },
      calibration: { ...report.metrics, status: report.status },
      drift_scores: report.drift_scores,
      should_recalibrate_level2: report.advised.level2,
      should_explore_level3: report.advised.level3,
      should_optimize_level4: report.advised.level4,
      ...(input.embedder_id !== undefined && {
        embedder_detail: {
          embedder_id: input.embedder_id,
          embedder_name: label,
          temperature: learned.space_temperatures[input.embedder_id - 1] ?? learned.temperature,
          is_poorly_calibrated: report.poor.some((name) => name === label),
          needs_recalibration: report.poor.some((name) => name === label) || report.advised.level2,
        },
      }),
    };
  },
});
