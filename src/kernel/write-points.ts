/**
 * Every place where a write may be cut short. Crash tests stop the process at each of them;
 * a new step on the write path gets a name here, so that it is tested from the first day.
 */
export const WRITE_POINTS = [
  "file-written",
  "transaction-begun",
  "event-appended",
  "projection-applied",
  "file-journaled",
  "before-commit",
  "after-commit",
  "file-renamed",
  "files-finished",
  "before-answer",
] as const;

/** Where bringing over the blobs of an earlier build may be cut short. */
export const BRING_OVER_POINTS = ["blob-given", "blobs-given", "blob-taken-away", "blobs-taken-away"] as const;

export type WritePoint = (typeof WRITE_POINTS)[number];
export type BringOverPoint = (typeof BRING_OVER_POINTS)[number];
