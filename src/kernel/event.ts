import type { Json, JsonObject } from "./json.ts";

/** Who did it: the user it was done for, the agent that did it, the client program it came through. */
export interface Actor extends JsonObject {
  readonly user: string;
  readonly agent: string | null;
  readonly client: string | null;
}

/** The call that made the call which is recorded: a tool may call another world's tool. */
export interface Via extends JsonObject {
  readonly server: string;
  readonly tool: string;
  /** The outer call's own id: all that it caused carries it. */
  readonly call: string;
}

/** What a world asks to be recorded. */
export interface NewEvent {
  readonly kind: string;
  readonly payload: Json;
  readonly reasoning?: string;
}

/**
 * One entry of a tenant's log. `hash` covers every field but payload and reasoning, for which it covers a salted hash:
 * so they can be erased for good while the chain still holds. `prev_hash` covers the whole past.
 */
export interface Event {
  readonly tenant: string;
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly server: string;
  readonly tool: string;
  readonly actor: Actor;
  readonly kind: string;
  readonly payload: Json;
  readonly reasoning: string | null;
  readonly approval_id: string | null;
  /** Absent where a caller asked for it directly. */
  readonly via?: Via;
  /** Of the salt, the payload and the reasoning as they were recorded. */
  readonly body_hash: string;
  /** The hash it had in the first format of the log, where it was written in that. */
  readonly former_hash?: string;
  /** The later entry that erased its payload, or part of it: what is left stands in its place, null where nothing is. */
  readonly erased_by?: number;
  readonly prev_hash: string;
  readonly hash: string;
}

/** The kind of the entry that a refused write leaves behind. */
export const REFUSED = "refused";

/** Whose entries are about the log itself; no world has a server of this name. */
export const LOG_SERVER = "log";

/** Whose entries are about permissions and approvals; no world has a server of this name. */
export const GOVERNANCE_SERVER = "governance";

/** Whether an entry says something that is still to be applied. */
export function isApplied({ kind, payload, erased_by }: Event): boolean {
  return kind !== REFUSED && !(erased_by !== undefined && payload === null);
}
