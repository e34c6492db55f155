import type { Actor } from "./event.ts";

/** An authenticated caller. Only the identity room makes one. */
export interface Caller {
  readonly tenant: string;
  readonly actor: Actor;
  /** The connection's own id: what per-connection limits, handles and sessions are bound to. */
  readonly connection: string;
  readonly transport: "stdio" | "http" | "local";
}
