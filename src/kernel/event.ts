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

/** One entry of a tenant's log. `hash` covers every other field, `prev_hash` the whole past. */
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
  readonly prev_hash: string;
  readonly hash: string;
}

/** The kind of the entry that a refused write leaves behind. */
export const REFUSED = "refused";
