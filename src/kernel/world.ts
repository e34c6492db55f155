import type { Blobs } from "./blob.ts";
import type { Caller } from "./caller.ts";
import type { Client } from "./client.ts";
import type { Env } from "./env.ts";
import type { KernelError } from "./errors.ts";
import type { Event, NewEvent } from "./event.ts";
import type { JsonObject } from "./json.ts";
import type { Links } from "./links.ts";
import type { Logger } from "./logger.ts";
import type { Embedded, IndexWriter, Search, WritableSearch } from "./search.ts";
import type { Server } from "./server.ts";
import type { Session } from "./session.ts";
import type { Migration, Sql } from "./sql.ts";

/** Everything one call may touch. It lives as long as the call. */
export interface Scope {
  readonly env: Env;
  readonly sql: Sql;
  readonly blobs: Blobs;
  readonly search: Search;
  /** Addresses for files. */
  readonly links: Links;
  readonly session: Session;
  readonly caller: Caller;
  readonly client: Client;
  readonly log: Logger;
  readonly dryRun: boolean;
  /** Whether the caller used tools/call or a method of its own, whose answers are whole. */
  readonly form: "tool" | "method";
  /** Aborts when the caller cancels; a write that is not yet committed then leaves nothing. */
  readonly signal: AbortSignal;
  /** Why the caller does it, where the server asks; entries carry it unless they have a reason of their own. */
  readonly reasoning: string | null;
  /** Appends to the log and applies the event to its projections, in this call's transaction. */
  record(event: NewEvent): Promise<Event>;
  /**
   * Calls a tool of any server as this caller, on this call's snapshot or in its transaction, and answers with its value.
   * A refusal is thrown; a write that was refused takes the whole call with it, also where the refusal is caught.
   */
  call(server: string, tool: string, args: JsonObject): Promise<JsonObject>;
  /**
   * Vectors of texts, from the model of this process. For `prepare` and for reads: it may take seconds, and is refused
   * inside a write, where others wait for its end.
   */
  embed(texts: readonly string[]): Promise<Embedded>;
  /** Writes what follows from something else, such as an index of files: durable, and no event. Also for read tools. */
  derive<Value>(work: (derived: Derived) => Promise<Value>): Promise<Value>;
}

/** Where derived data is written: a transaction of its own. */
export interface Derived {
  readonly sql: Sql;
  readonly search: WritableSearch;
  readonly blobs: Blobs;
}

/** What an importer is given besides the path. */
export interface ImportHost {
  readonly env: Env;
  /** For whom it is brought in. */
  readonly tenant: string;
  readonly options: Readonly<Record<string, string>>;
  /** How far it is; shown as a bar. */
  progress(done: number, total: number, what: string): void;
  /** A line for the person who imports. */
  print(line: string): void;
  derive: Scope["derive"];
}

/** What a world is given that looks at its files again: for one tenant at a time. */
export type ReindexHost = Pick<ImportHost, "env" | "tenant" | "progress" | "derive">;

/** What a demo is given: it may also use this world's tools, as anyone would. */
export interface DemoHost extends ImportHost {
  /** Answers with the result; a refusal is thrown. */
  call(server: string, tool: string, args: JsonObject): Promise<JsonObject>;
}

/** Brings files of one kind into a world; answers with one line on what was done. */
export type Importer = (path: string, host: ImportHost) => Promise<string>;

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
  /** What its tools may require of the operator, by name: why it is not met, or nothing where it is. */
  readonly requirements?: Readonly<Record<string, () => KernelError | undefined>>;
  /** Builds what this world's tools work with, for one call. */
  open(scope: Scope): Deps;
  /**
   * The only writer of this world's projections, and the only one to say what its entries make findable: live calls,
   * replay and reindexing all come through here.
   */
  apply(event: Event, sql: Sql, index: IndexWriter): Promise<void>;
  /** What `bailiwick import KIND PATH` can bring in, by kind. */
  readonly importers?: Readonly<Record<string, Importer>>;
  /** Where files are followed instead of the log: looks at them again and says anew what they make findable. */
  reindex?(host: ReindexHost): Promise<void>;
  /** Fills an empty data folder with a small honest demo; answers with one line on what is there now. */
  demo?(host: DemoHost): Promise<string>;
  /** Writes what is still in memory, before the database closes. */
  close?(host: Pick<ImportHost, "derive">): Promise<void>;
}

/** Makes a world: a domain with its own contract, behind one or more servers. */
export function defineWorld<Deps>(world: World<Deps>): World<Deps> {
  return world;
}
