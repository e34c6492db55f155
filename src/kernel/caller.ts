import type { Actor } from "./event.ts";

/** An authenticated caller. Only the identity room makes one. */
export interface Caller {
  readonly tenant: string;
  readonly actor: Actor;
  /** The connection's own id: what handles and sessions are bound to. */
  readonly connection: string;
  /** What limits are counted by: a user, an address where nobody signs in, or the one connection of a process of its own. */
  readonly holder: string;
  readonly transport: "stdio" | "http" | "local";
}
