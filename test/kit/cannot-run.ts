import type { TestContext } from "vitest";

/** A test that this machine cannot run: skipped with the reason, failed where nothing may be skipped. */
export function cannotRun({ skip }: TestContext, reason: string): never {
  if (process.env.CI === "true") throw new Error(`nothing may be skipped here: ${reason}`);
  return skip(reason);
}
