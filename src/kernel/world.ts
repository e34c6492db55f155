import type { z } from "zod";
import type { Blobs, NamedBlob } from "./blob.ts";
import type { Caller } from "./caller.ts";
import type { Client } from "./client.ts";
import type { Env } from "./env.ts";
import type { KernelError } from "./errors.ts";
import type { Event, NewEvent } from "./event.ts";
import type { Files } from "./file.ts";
import type { Journal } from "./journal.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Links } from "./links.ts";
import type { Logger } from "./logger.ts";
import type { Parse } from "./parse.ts";
import type { Touched } from "./permission.ts";
import type { Embedded, EmbedOptions, IndexedDocuments, IndexWriter, Search, WritableSearch } from "./search.ts";
import type { Server } from "./server.ts";
import type { Session } from "./session.ts";
import type { Migration, Sql } from "./sql.ts";
import type { Budget } from "./tool.ts";

/** Everything one call may touch. It lives as long as the call. */
export interface Scope {
  readonly env: Env;
  readonly sql: Sql;
  readonly blobs: Blobs;
  /** Files that people may read and write too, in the roots that worlds name. */
  readonly files: Files;
  readonly search: Search;
  /** What was recorded so far, this call's own entries too. */
  readonly journal: Journal;
  /** What belongs to no user. */
  readonly installation: Installation;
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
  /** Whether what the operator lets this caller read covers this; for tools that say what they are narrowed by. */
  sees(touched: Touched): boolean;
  /** Appends to the log and applies the event to its projections, in this call's transaction. */
  record(event: NewEvent): Promise<Event>;
  /**
   * Calls a tool of any server as this caller, on this call's snapshot or in its transaction, and answers with its value.
   * A refusal is thrown; a write that was refused takes the whole call with it, also where the refusal is caught.
   */
  call(server: string, tool: string, args: JsonObject): Promise<JsonObject>;
  /** Within `prepare`: prepares a call that `run` is going to make with these very arguments. */
  prepare(server: string, tool: string, args: JsonObject): Promise<void>;
  /**
   * Vectors of texts, from the model of this process. For `prepare` and for reads: it may take seconds, and is refused
   * inside a write, where others wait for its end.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Embedded>;
  /** Writes what follows from something else, such as an index of files: durable, and no event. Also for read tools. */
  derive<Value>(work: (derived: Derived) => Promise<Value>): Promise<Value>;
}

/**
 * What belongs to the installation and to no user: collections, folders, settings. It is kept beside the users' data
 * under an id that no user can have, and those who write it wait for each other.
 */
export interface Installation {
  readonly id: string;
  /** Its documents in the index, on this call's snapshot or transaction. */
  readonly search: Search;
  derive<Value>(work: (derived: Derived) => Promise<Value>): Promise<Value>;
}

/** Where derived data is written: a transaction of its own. */
export interface Derived {
  readonly sql: Sql;
  readonly search: WritableSearch;
  readonly blobs: Blobs;
  readonly files: Files;
}

/** Where a person at the command line writes: what changes is said in that person's log, in the same transaction. */
export interface RecordedChange extends Derived {
  record(server: string, tool: string, event: NewEvent): Promise<void>;
  /** What a server's entries of these kinds say in that log, oldest first. */
  entries(server: string, kinds: readonly string[]): Promise<readonly Event[]>;
}

/** What an importer or an exporter is given besides the path. */
export interface ImportHost {
  readonly env: Env;
  /** For whom it is brought in. */
  readonly tenant: string;
  readonly options: Readonly<Record<string, string>>;
  /** How far it is; shown as a bar. */
  progress(done: number, total: number, what: string): void;
  /** A line for the person who imports. */
  print(line: string): void;
  /** Aborts when the person no longer wants it: what is done stays, and the importer says how to go on. */
  readonly signal?: AbortSignal;
  derive<Value>(work: (change: RecordedChange) => Promise<Value>): Promise<Value>;
  readonly installation: Pick<Installation, "id" | "derive">;
  /** Calls a tool as the person at the command line; answers with the result, and throws a refusal. */
  call(server: string, tool: string, args: JsonObject): Promise<JsonObject>;
}

/** What a world is given that looks at its files again. */
export interface ReindexHost extends Pick<ImportHost, "env" | "progress" | "installation"> {
  /** Aborts when the person who asked for it no longer wants it. */
  readonly signal: AbortSignal;
}

/** A table that is rebuilt from the log. Its key columns are ASCII, so both engines sort them alike. */
export interface Projection {
  readonly table: string;
  /** What is known, with nothing of when or in which order it arrived. */
  readonly columns: readonly string[];
  /** Columns whose values together are unique and independent of arrival. */
  readonly orderBy: readonly string[];
  /** Came after data folders were in use: counts from its first row on, so that the roots of those stay what they were. */
  readonly isLater?: true;
}

/**
 * A table that the log gives again to the last column: times, places of arrival and workings too. Verification rebuilds
 * it and compares; erasure rebuilds it and makes the difference good.
 */
export interface Derivation {
  readonly table: string;
  /** Columns after `tenant_id` whose values together are unique, and that both engines sort alike. */
  readonly key: readonly string[];
  /** Columns that the log does not give. */
  readonly except?: readonly string[];
  /** What a column may say instead, because its row is older than the column. */
  readonly unset?: Readonly<Record<string, string>>;
}

/** Something that is not what it should be, named so that a person finds it. */
export interface Finding {
  /** Where it is: a row, a document, a quote, a file. */
  readonly what: string;
  readonly reason: string;
  /** Worth a word, and no fault: what people may change, they have changed. */
  readonly isNote?: true;
}

/** What a world may look at that inspects its data; nothing is written. */
export interface InspectHost {
  readonly sql: Sql;
  readonly env: Env;
  readonly tenants: readonly string[];
  /** Blobs of one tenant. */
  blobs(tenant: string): Pick<Blobs, "open">;
  /** Aborts when the person who asked for it no longer wants it. */
  readonly signal: AbortSignal;
  /** Whether the log of a tenant was begun by an earlier version. */
  isBroughtOver(tenant: string): Promise<boolean>;
  /** What a server's entries of these kinds say, of every tenant, oldest first. */
  entries(server: string, kinds: readonly string[]): Promise<readonly Event[]>;
  /** What the index holds of one tenant; the installation is one too. */
  index(tenant: string): IndexedDocuments;
  progress(done: number, total: number, what: string): void;
}

/** What is to be forgotten for good. */
export interface EraseTarget {
  readonly kind: string;
  readonly id: string;
}

export interface EraseHost {
  /** The transaction in which it is forgotten; undone where it is rehearsed. */
  readonly sql: Sql;
  readonly tenant: string;
  /** This world's entries of the tenant, oldest first; of those erased before, what is left of them. */
  entries(): AsyncIterable<Event>;
}

/** What is erased with a target. */
export interface Erased {
  /** Entries that lose something, by their place in the log, with what is left of their payload; null where nothing is. */
  readonly entries: ReadonlyMap<number, Json>;
  /** Hashes of blobs that nothing else needs. */
  readonly blobs: readonly string[];
  /** Lines for the person who erases: what goes with it, and what stays. */
  readonly notes: readonly string[];
}

/** A flag of `bailiwick import`: with what its value is called, or none where it is on or off. */
export interface ImportFlag {
  readonly value?: string;
  readonly help: string;
}

/** A variable of the environment, by how it is written: 1 or 0, a path, words between commas, or as it is. */
export type VariableKind = "switch" | "path" | "list" | "text";
export type VariableValue = boolean | string | readonly string[] | undefined;

/** What a world is given when its first tool is used. */
export interface WorldHost {
  /** The data folder. */
  readonly folder: string;
  /** Its part of the configuration, as its schema read it. */
  readonly config: unknown;
  /** The variables it declares; a switch that was not set is false, a list empty. */
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** The address of the database, where it is a server. */
  readonly databaseUrl: string | undefined;
  readonly readOnly: boolean;
  readonly version: string;
  /** Folders the operator opened to tools that read files; undefined where nothing was said. */
  readonly filesRoots: readonly string[] | undefined;
  /** What relative paths start from. */
  readonly workingFolder: string;
  /** Of whoever runs this, where it is known. */
  readonly homeFolder: string | undefined;
  readonly env: Env;
  /** For files of unknown origin, which may be made to hang or to fill the memory of whoever parses them. */
  readonly parse: Parse;
}

/** A report for the page of people, asked of the tools as any caller would. */
export interface WorldPage {
  /** It is served beside this server only. */
  readonly server: string;
  /** `query` is what stood behind the `?` of the address. */
  report(
    ask: (tool: string, args: JsonObject) => Promise<JsonObject>,
    nowMs: number,
    query: URLSearchParams,
  ): Promise<JsonObject>;
}

/** Work that nobody waits for: one short step at a time, and none while a call is being answered. */
export interface BackgroundWork<Lifetime> {
  readonly name: string;
  /** How long it rests when there was nothing to do. */
  readonly everyMs: number;
  /** Does at most a few hundred milliseconds of work; answers whether there is more. */
  step(lifetime: Lifetime, host: BackgroundHost): Promise<boolean>;
}

export interface BackgroundHost {
  readonly env: Env;
  readonly log: Logger;
  /** Aborts when a call arrives, and at shutdown: the step ends where it is and goes on later. */
  readonly signal: AbortSignal;
  readonly installation: Pick<Installation, "id" | "derive">;
  /** Writes what follows from a user's log: durable, and no event. */
  derive<Value>(tenant: string, work: (derived: Derived) => Promise<Value>): Promise<Value>;
}

/** What runs of a world; loaded at its first use. */
export interface WorldCode<Deps, Lifetime> {
  readonly servers: readonly Server<Deps>[];
  /** Left out by a world that keeps nothing. */
  readonly projections?: readonly Projection[];
  /** Makes what lives as long as the process. Touches no file. */
  start(host: WorldHost): Lifetime;
  /** Builds what this world's tools work with, for one call. */
  open(lifetime: Lifetime, scope: Scope): Deps;
  /**
   * The only writer of this world's projections, and the only one to say what its entries make findable: live calls,
   * replay and reindexing all come through here.
   */
  apply(event: Event, sql: Sql, index: IndexWriter): Promise<void>;
  /** What an entry that is about to be committed touches; one thing, and nothing known of it, unless said. */
  touches?(event: Event, sql: Sql): Promise<Touched> | Touched;
  /** The blobs that one of its entries names: what keeps them there, and what a verification looks for. */
  blobsOf?(event: Event): readonly NamedBlob[];
  /** Tables that the log gives again; its projections unless said. */
  readonly follows?: readonly Derivation[];
  /** Looks at the rows that an entry has left, without going through the whole log; answers with what is wrong. */
  check?(event: Event, sql: Sql): Promise<Finding | undefined>;
  /** What a full verification looks at besides tables and the index: quotes in their sources, kept answers, files. */
  inspect?(lifetime: Lifetime, host: InspectHost): AsyncIterable<Finding>;
  /** Kinds of things that can be erased here, by name, and how. Rows that follow from the log are rebuilt afterwards. */
  readonly erases?: Readonly<Record<string, (target: EraseTarget, host: EraseHost) => Promise<Erased>>>;
  /** What its tools may require of the operator, by name: why it is not met, or nothing where it is. */
  readonly requirements?: Readonly<Record<string, (lifetime: Lifetime) => KernelError | undefined>>;
  /** What `bailiwick import KIND PATH` can bring in, by kind; each answers with one line on what was done. */
  readonly importers?: Readonly<Record<string, Carrier<Lifetime>>>;
  /** What `bailiwick export KIND PATH` can write out, by kind. */
  readonly exporters?: Readonly<Record<string, Carrier<Lifetime>>>;
  /** What people at the command line can take out, by kind; what is handed over is its id. */
  readonly removers?: Readonly<Record<string, Carrier<Lifetime>>>;
  /** Reports for the page of people, by the name under which it asks for them. */
  readonly pages?: Readonly<Record<string, WorldPage>>;
  readonly background?: readonly BackgroundWork<Lifetime>[];
  /** Where files are followed instead of the log: looks at them again and says anew what they make findable. */
  reindex?(lifetime: Lifetime, host: ReindexHost): Promise<void>;
  /** Things that no tool reads one by one, by kind: how they look to a person who has an id. */
  readonly shows?: Readonly<Record<string, (sql: Sql, tenant: string, id: string) => Promise<JsonObject | undefined>>>;
  /** How much there is of all users, by what it is called; for people. */
  counts?(lifetime: Lifetime, sql: Sql, nowMs: number): Promise<Readonly<Record<string, number>>>;
  /** Fills an empty data folder with a small honest demo; answers with one line on what is there now. */
  demo?(lifetime: Lifetime, host: ImportHost): Promise<string>;
  /** Writes what is still in memory, before the database closes. */
  close?(lifetime: Lifetime, host: Pick<ImportHost, "env" | "derive" | "installation">): Promise<void>;
}

export type Carrier<Lifetime> = (lifetime: Lifetime, path: string, host: ImportHost) => Promise<string>;

/** What a world is before any of its code is loaded: enough to list it, to configure it and to bring its tables up to date. */
export interface WorldDefinition<Deps, Lifetime> {
  readonly name: string;
  /** Its servers by name, in the order they are shown. */
  readonly servers: readonly string[];
  /** Its servers are started by name only. */
  readonly hidden?: boolean;
  /** Its state is the installation's, whoever calls: writes of all users wait for each other. */
  readonly shared?: boolean;
  /** Folders that it shares with people and whose files commit with its calls, by name. */
  roots?(host: WorldHost): Readonly<Record<string, string>>;
  /** The shape of its part of the configuration. */
  readonly config?: z.ZodType;
  readonly variables?: Readonly<Record<string, VariableKind>>;
  /** The kinds that its importers bring in, so that they are known before any of its code is loaded. */
  readonly imports?: readonly string[];
  /** What its importers can be told, by name; they find it among their options. */
  readonly importFlags?: Readonly<Record<string, ImportFlag>>;
  /** What its tools count against; `limits.NAME_per_minute` changes each. */
  readonly budgets?: readonly Budget[];
  readonly migrations: readonly Migration[];
  load(): Promise<WorldCode<Deps, Lifetime>>;
}

/** A world with its types erased, as the kernel keeps it. */
export type World = WorldDefinition<unknown, unknown>;

/** Makes a world: a domain with its own contract, behind one or more servers. */
export function defineWorld<Deps, Lifetime>(world: WorldDefinition<Deps, Lifetime>): World {
  return world as unknown as World;
}
