import type { Actor } from "./event.ts";

/** An authenticated caller. Only the identity room makes one. */
export interface Caller {
  readonly tenant: string;
  readonly actor: Actor;
  /** What the connection itself is called, where the call names another agent: that one gets no more than this one. */
  readonly connectedAs?: string | null;
  /** The connection's own id: what handles and sessions are bound to. */
  readonly connection: string;
  /** What limits are counted by: a user, an address where nobody signs in, or the one connection of a process of its own. */
  readonly holder: string;
  readonly transport: "stdio" | "http" | "local";
  /** What the user allowed the calling program, where it had to ask; everything otherwise. */
  readonly scopes?: readonly string[];
}
