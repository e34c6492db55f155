import { refuse } from "../errors.ts";
import type { Graph } from "../graph.ts";
import { advisedLevels } from "../model/calibration/levels.ts";
import { calibrationStatus, shouldRecalibrate } from "../model/calibration/metrics.ts";
import { driftScores, measured, measuredIn, NOTHING_LEARNED } from "../model/calibration/prediction.ts";
import { DOMAINS, type Domain, type LearnedThresholds } from "../model/calibration/thresholds.ts";
import type { Prediction } from "../model/prediction.ts";
import { SPACES } from "../model/spaces/names.ts";
import { rowOf } from "./rows.ts";

const LABELS = SPACES.map(({ label }) => label);

export async function learnedThresholds(graph: Graph): Promise<LearnedThresholds> {
  return (await rowOf<LearnedThresholds>(graph, "thresholds")) ?? NOTHING_LEARNED;
}

/** What predictions say of how far confidence can be trusted, as it is tempered now. */
export function calibrationReport(predictions: readonly Prediction[], learned: LearnedThresholds) {
  const metrics = measured(predictions, learned);
  const drift_scores = driftScores(predictions, LABELS);
  const poor = LABELS.filter((_, space) => measuredIn(predictions, learned, space).poor);
  return {
    metrics,
    status: calibrationStatus(metrics),
    should_recalibrate: shouldRecalibrate(metrics),
    drift_scores,
    poor,
    advised: advisedLevels(metrics, drift_scores),
  };
}

export function requireDomain(given: string): Domain {
  const domain = DOMAINS.find((known) => known.toLowerCase() === given.toLowerCase());
  if (domain !== undefined) return domain;
  throw refuse("THRESHOLD_ERROR", `There is no such domain: use ${DOMAINS.join(", ")}.`, "unknown_domain", {
    domains: DOMAINS,
  });
}
