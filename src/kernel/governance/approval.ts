import { type Actor, type Event, GOVERNANCE_SERVER, REFUSED } from "../event.ts";
import type { JsonObject } from "../json.ts";

/** Why a person is asked. */
export type Trigger = "destructive" | "bulk" | "listed_event" | "listed_tool";

/** What is kept of an approval; that it expired follows from the time. */
export type StoredState = "pending" | "approved" | "rejected" | "used";
export type ApprovalState = StoredState | "expired";

/** What a person is shown before they decide. */
export interface ApprovalRequest extends JsonObject {
  readonly approval_id: string;
  readonly server: string;
  readonly tool: string;
  /** Binds the approval to server, tool and arguments. */
  readonly arguments_hash: string;
  readonly trigger: Trigger;
  readonly affected_count: number;
  readonly affected_ids: readonly string[];
  readonly would_record: readonly string[];
  readonly expires_at: number;
}

/** Where a person decided: at the command line, on the page of people, or in the client the agent runs in. */
export type DecidedIn = "command line" | "dashboard" | "client";

export interface Decision {
  readonly approve: boolean;
  /** Who decides. Whoever has an agent in it is none who may. */
  readonly by: Actor;
  readonly in: DecidedIn;
  readonly reason?: string | undefined;
}

export interface Approval {
  readonly id: string;
  readonly state: ApprovalState;
  readonly user: string;
  readonly agent: string;
  readonly request: ApprovalRequest;
  /** What the call would do it with, in JSON; only while it waits for a decision, and only where it is short enough. */
  readonly arguments: string | null;
  readonly reasoning: string | null;
  readonly requestedAt: number;
  readonly expiresAt: number;
  readonly declinedAt: number | null;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
  readonly decidedIn: string | null;
  readonly reason: string | null;
  readonly usedAt: number | null;
}

/** An agent is told of its approval under this address, which it may also watch. */
export const APPROVAL_ADDRESS = "bailiwick://approvals/";

export function approvalIdIn(uri: string): string | undefined {
  return uri.startsWith(APPROVAL_ADDRESS) ? uri.slice(APPROVAL_ADDRESS.length) : undefined;
}

/** The address of the approval that an entry is a step of. */
export function approvalAddressIn({ server, kind, payload }: Event): string | undefined {
  const { approval_id } = (payload ?? {}) as { approval_id?: unknown };
  const isStep = server === GOVERNANCE_SERVER && kind !== REFUSED && typeof approval_id === "string";
  return isStep ? `${APPROVAL_ADDRESS}${approval_id}` : undefined;
}
