import type { Caller } from "../caller.ts";
import { KernelError } from "../errors.ts";
import type { Event } from "../event.ts";
import type { Effect } from "../tool.ts";

/** A write that is about to be applied. */
export interface AskedWrite {
  readonly caller: Caller;
  readonly server: string;
  readonly tool: string;
  readonly effect: Effect;
  readonly input: unknown;
  readonly reasoning: string | null;
  readonly approvalId: string | null;
  /** What it would record, found out by doing it and taking it back; absent inside another call, whose own covers it. */
  readonly rehearse?: () => Promise<readonly Event[]>;
}

/** What the operator allows. */
export interface Policy {
  /** Refuses every tool that is not a read. */
  readonly readOnly: boolean;
  /** Looks at a write before it is applied; throws to refuse it. */
  mayApply?(asked: AskedWrite): Promise<void>;
}

/** May a tool of this effect be used at all? */
export function checkPermission(policy: Policy, effect: Effect): void {
  if (policy.readOnly && effect !== "read") {
    throw new KernelError("read_only", "This server is read-only and the tool writes");
  }
}

/** How a permitted call runs. A rehearsal does everything and keeps nothing. */
export type Mode = "read" | "apply" | "rehearse";

/** Decides between reading, rehearsing and doing. An approval, where one is asked for, is settled here. */
export async function permittedMode(policy: Policy, asked: AskedWrite, dryRun: boolean): Promise<Mode> {
  if (asked.effect === "read") return "read";
  if (dryRun) return "rehearse";
  await policy.mayApply?.(asked);
  return "apply";
}
