import type { Background } from "../background/index.ts";
import type { Env } from "../env.ts";
import type { CallFiles, FileLinks } from "../files/index.ts";
import type { Governance, Limiter, Policy } from "../governance/index.ts";
import type { SessionMemory } from "../identity/index.ts";
import type { Logger } from "../logger.ts";
import type { Embedded, EmbedOptions, GatheredIndex, WritableSearch } from "../search.ts";
import type { Sql } from "../sql.ts";
import type { Database, Places } from "../storage/index.ts";
import type { Metrics } from "../telemetry/index.ts";
import type { Registry } from "./registry.ts";

/** What the call path works with. */
export interface CallParts {
  readonly env: Env;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly registry: Registry;
  readonly policy: Policy;
  readonly limiter: Limiter;
  readonly governance: Governance;
  readonly files: CallFiles;
  readonly links: Pick<FileLinks, "sign">;
  readonly sessions: SessionMemory;
  /** Waits while calls are answered. */
  readonly background: Pick<Background, "busy">;
  /** Where calls that are being prepared wait for their turn. */
  readonly prepares: Places;
  /** The search index on one transaction. */
  searchOn(sql: Sql, tenant: string): WritableSearch;
  /** What the entries of one call are to be found by. */
  gatherIndex(tenant: string): GatheredIndex;
  embed(texts: readonly string[], signal: AbortSignal, options?: EmbedOptions): Promise<Embedded>;
  readonly dialect: Sql["dialect"];
  /** Brings files that were committed before this process started to their places; before anybody reads a shared root. */
  recovered(): Promise<void>;
  /** Opens the database at its first use: a process that only lists its tools touches no file. */
  database(): Promise<Database>;
  /** Checks each answer against the tool's output schema. On in tests; a client checks it anyway. */
  readonly checkOutputs: boolean;
  /** Told after each commit, so that subscribers hear of it at once. */
  committed(tenant: string): void;
}
