/** What works by itself once there is a north star, as the contract names it. */
export const SERVICES = [
  "DriftDetector",
  "DriftCorrector",
  "PruningService",
  "ConsolidationService",
  "SubGoalDiscovery",
  "ThresholdLearner",
] as const;
