/**
 * Every place where a write may be cut short. Crash tests stop the process at each of them;
 * a new step on the write path gets a name here, so that it is tested from the first day.
 */
export const WRITE_POINTS = [
  "blob-written",
  "blob-renamed",
  "transaction-begun",
  "event-appended",
  "projection-applied",
  "before-commit",
  "after-commit",
  "before-answer",
] as const;

export type WritePoint = (typeof WRITE_POINTS)[number];
