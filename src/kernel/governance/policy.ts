import type { Caller } from "../caller.ts";
import { KernelError } from "../errors.ts";
import type { Effect } from "../tool.ts";

/** What the operator allows. */
export interface Policy {
  /** Refuses every tool that is not a read. */
  readonly readOnly: boolean;
}

/** May this caller use a tool of this effect at all? */
export function checkPermission(policy: Policy, _caller: Caller, effect: Effect): void {
  if (policy.readOnly && effect !== "read") {
    throw new KernelError("read_only", "This server is read-only and the tool writes");
  }
}

/** How a permitted call runs. A rehearsal does everything and keeps nothing. */
export type Mode = "read" | "apply" | "rehearse";

/** Decides between reading, rehearsing and doing. An approval, where one is asked for, is settled here. */
export function permittedMode(effect: Effect, dryRun: boolean): Mode {
  if (effect === "read") return "read";
  return dryRun ? "rehearse" : "apply";
}
