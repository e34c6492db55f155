import { getPriority, setPriority } from "node:os";

/**
 * Lets others go first: the process, or on Linux the thread alone. Whoever started it with less than that keeps it so; to
 * raise it would take a right that most users lack, and end what asked for it.
 */
export function giveWay(priority: number): void {
  if (getPriority() < priority) setPriority(priority);
}
