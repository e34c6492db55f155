import type { Blobs } from "./blob.ts";
import type { Caller } from "./caller.ts";
import type { Client } from "./client.ts";
import type { Env } from "./env.ts";
import type { Event, NewEvent } from "./event.ts";
import type { Logger } from "./logger.ts";
import type { Server } from "./server.ts";
import type { Migration, Sql } from "./sql.ts";

/** Everything one call may touch. It lives as long as the call. */
export interface Scope {
  readonly env: Env;
  readonly sql: Sql;
  readonly blobs: Blobs;
  readonly caller: Caller;
  readonly client: Client;
  readonly log: Logger;
  readonly dryRun: boolean;
  /** Aborts when the caller cancels; a write that is not yet committed then leaves nothing. */
  readonly signal: AbortSignal;
  /** Appends to the log and applies the event to its projections, in this call's transaction. */
  record(event: NewEvent): Promise<Event>;
}

/** A table that is rebuilt from the log. Its key columns are ASCII, so both engines sort them alike. */
export interface Projection {
  readonly table: string;
  /** What is known, with nothing of when or in which order it arrived. */
  readonly columns: readonly string[];
  /** Columns whose values together are unique and independent of arrival. */
  readonly orderBy: readonly string[];
}

export interface World<Deps> {
  readonly name: string;
  readonly servers: readonly Server<Deps>[];
  readonly migrations: readonly Migration[];
  readonly projections: readonly Projection[];
  /** Builds what this world's tools work with, for one call. */
  open(scope: Scope): Deps;
  /** The only writer of this world's projections: live calls and replay both come through here. */
  apply(event: Event, sql: Sql): Promise<void>;
}

/** Makes a world: a domain with its own contract, behind one or more servers. */
export function defineWorld<Deps>(world: World<Deps>): World<Deps> {
  return world;
}
