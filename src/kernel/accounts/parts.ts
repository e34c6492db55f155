import type { Env } from "../env.ts";
import type { JsonObject } from "../json.ts";
import type { Logger } from "../logger.ts";
import type { Sql } from "../sql.ts";
import type { Database } from "../storage/index.ts";

/** What accounts are kept with. */
export interface AccountParts {
  readonly env: Env;
  readonly log: Logger;
  readonly keysFolder: string;
  database(): Promise<Database>;
  /** Told after each commit. */
  committed(tenant: string): void;
}

/** The rows of accounts, as all files of this room use them. */
export interface Ground {
  readonly env: Env;
  read<Value>(reader: (sql: Sql) => Promise<Value>): Promise<Value>;
  write<Value>(writer: (sql: Sql) => Promise<Value>): Promise<Value>;
  /** Records that something was refused, unless too much is; in a transaction of its own. */
  refused(tool: string, payload: JsonObject, by?: string): Promise<void>;
}
