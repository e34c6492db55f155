import { KernelError } from "../errors.ts";
import type { Effect } from "../tool.ts";

/** What holds for the whole process. */
export interface Policy {
  /** Refuses every tool that is not a read. */
  readonly readOnly: boolean;
}

/** May a tool of this effect be used at all? */
export function checkPermission(policy: Policy, effect: Effect): void {
  if (policy.readOnly && effect !== "read") {
    throw new KernelError("read_only", "This server is read-only and the tool writes");
  }
}

/** How a permitted call runs. A rehearsal does everything and keeps nothing. */
export type Mode = "read" | "apply" | "rehearse";
