import type { Caller } from "../caller.ts";
import type { Client } from "../client.ts";
import { KernelError } from "../errors.ts";
import { type StagedFiles, writeWithFiles } from "../files/index.ts";
import type { ConnectionInfo } from "../identity/index.ts";
import { INSTALLATION } from "../installation.ts";
import type { Search } from "../search.ts";
import type { Sql } from "../sql.ts";
import { enterInstallationLane } from "../storage/index.ts";
import type { Derived, Scope } from "../world.ts";
import type { CallParts } from "./parts.ts";

/** What differs from call to call. */
export interface ScopeFacts {
  readonly caller: Caller;
  readonly connection: ConnectionInfo;
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly sql: Sql;
  readonly staged: StagedFiles;
  readonly dryRun: boolean;
  readonly reasoning: string | null;
  readonly form: Scope["form"];
  /** Whether `sql` may write: not in a read, and no longer once the write has ended. */
  writes(): boolean;
  /** Writes what this call's entries make findable, so that the call itself finds it. */
  indexed?(): Promise<void>;
  readonly record: Scope["record"];
  readonly call: Scope["call"];
}

/** Puts together all that one call may touch. */
export function createScope(parts: CallParts, facts: ScopeFacts): Scope {
  const { env, log } = parts;
  const { connection, staged, writes, indexed, ...rest } = facts;
  const { tenant } = facts.caller;
  const blobs = staged.blobs(facts.sql);
  const files = staged.files(facts.sql, writes);
  const search = () => parts.searchOn(facts.sql, tenant);
  const shared = () => parts.searchOn(facts.sql, INSTALLATION);
  return {
    env,
    log,
    links: parts.links,
    ...rest,
    blobs,
    files,
    get search() {
      return readOnly(search(), indexed ?? nothingNew);
    },
    async embed(texts) {
      if (writes()) throw new KernelError("internal", "Texts are embedded before a write begins, not inside it");
      return parts.embed(texts, facts.signal);
    },
    installation: {
      id: INSTALLATION,
      get search() {
        return readOnly(shared(), nothingNew);
      },
      async derive(work) {
        if (!writes()) return derive(parts, INSTALLATION, work);
        await enterInstallationLane(facts.sql);
        return work({ sql: facts.sql, search: shared(), blobs, files });
      },
    },
    session: parts.sessions.of(connection.id, connection.stateless !== true),
    // A write has its transaction already; waiting for another would be waiting for itself.
    derive: (work) =>
      writes() ? work({ sql: facts.sql, search: search(), blobs, files }) : derive(parts, tenant, work),
  };
}

const nothingNew = async (): Promise<void> => {};

/** What a call may ask of the index: it finds also what its own entries have just said. */
function readOnly(search: Search, indexed: () => Promise<void>): Search {
  return {
    words: search.words,
    async find(asked) {
      await indexed();
      return search.find(asked);
    },
    async groups(asked, held) {
      await indexed();
      return search.groups(asked, held);
    },
    async get(space, id) {
      await indexed();
      return search.get(space, id);
    },
    async count(space) {
      await indexed();
      return search.count(space);
    },
  };
}

/** Writes derived data in a transaction of its own: it follows from files, not from the call that noticed them. */
export async function derive<Value>(
  parts: CallParts,
  tenant: string,
  work: (derived: Derived) => Promise<Value>,
): Promise<Value> {
  const database = await parts.database();
  const staged = parts.files.stage(tenant);
  try {
    const value = await writeWithFiles(database, tenant, staged, async (sql) => {
      const search = parts.searchOn(sql, tenant);
      return work({ sql, search, blobs: staged.blobs(sql), files: staged.files(sql, () => true) });
    });
    parts.committed(tenant);
    return value;
  } finally {
    await staged.discard();
  }
}
