import type { Caller } from "../caller.ts";
import type { Client } from "../client.ts";
import { KernelError } from "../errors.ts";
import { type StagedFiles, writeWithFiles } from "../files/index.ts";
import { coversRead } from "../governance/index.ts";
import type { ConnectionInfo } from "../identity/index.ts";
import { INSTALLATION } from "../installation.ts";
import type { Search } from "../search.ts";
import type { Sql } from "../sql.ts";
import { enterInstallationLane } from "../storage/index.ts";
import type { Derived, Installation, Scope } from "../world.ts";
import { openJournal } from "./open-journal.ts";
import type { CallParts } from "./parts.ts";

/** What differs from call to call. */
export interface ScopeFacts {
  readonly caller: Caller;
  readonly connection: ConnectionInfo;
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly sql: Sql;
  /** The files of this call; made when first asked for. */
  staged(): StagedFiles;
  readonly dryRun: boolean;
  readonly reasoning: string | null;
  readonly form: Scope["form"];
  /** Whether `sql` may write: not in a read, and no longer once the write has ended. */
  writes(): boolean;
  /** Whether a transaction of this call, or of the one that made it, is open: another would wait for it for ever. */
  isInsideWrite?(): boolean;
  /** Writes what this call's entries make findable, so that the call itself finds it. */
  indexed?(): Promise<void>;
  readonly record: Scope["record"];
  readonly call: Scope["call"];
  readonly prepare: Scope["prepare"];
}

/** Puts together all that one call may touch. */
export function createScope(parts: CallParts, facts: ScopeFacts): Scope {
  return new CallScope(parts, facts);
}

/**
 * A class for the sake of its getters: on a prototype they cost nothing until one is asked for, while in an object of
 * their own they would cost each call more than its checks do. What is a function is bound: worlds take scopes apart.
 */
class CallScope implements Scope {
  readonly env: Scope["env"];
  readonly log: Scope["log"];
  readonly caller: Caller;
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly sql: Sql;
  readonly dryRun: boolean;
  readonly reasoning: string | null;
  readonly form: Scope["form"];
  readonly record: Scope["record"];
  readonly call: Scope["call"];
  readonly prepare: Scope["prepare"];
  private readonly parts: CallParts;
  private readonly facts: ScopeFacts;

  constructor(parts: CallParts, facts: ScopeFacts) {
    this.parts = parts;
    this.facts = facts;
    this.env = parts.env;
    this.log = parts.log;
    this.caller = facts.caller;
    this.client = facts.client;
    this.signal = facts.signal;
    this.sql = facts.sql;
    this.dryRun = facts.dryRun;
    this.reasoning = facts.reasoning;
    this.form = facts.form;
    this.record = facts.record;
    this.call = facts.call;
    this.prepare = facts.prepare;
  }

  get blobs(): Scope["blobs"] {
    return this.facts.staged().blobs(this.sql);
  }

  get files(): Scope["files"] {
    return this.facts.staged().files(this.sql, this.facts.writes);
  }

  get links(): Scope["links"] {
    const { tenant } = this.caller;
    return { sign: (file, expiresAtMs) => this.parts.links.sign({ ...file, tenant }, expiresAtMs) };
  }

  get sees(): Scope["sees"] {
    const rules = this.parts.governance.rulesOf(this.caller);
    return (touched) => coversRead(rules, touched);
  }

  get session(): Scope["session"] {
    const { id, stateless } = this.facts.connection;
    return this.parts.sessions.of(id, stateless !== true);
  }

  get search(): Search {
    return readOnly(this.parts.searchOn(this.sql, this.caller.tenant), this.facts.indexed ?? nothingNew);
  }

  get journal(): Scope["journal"] {
    return openJournal(this.sql, this.caller.tenant);
  }

  get embed(): Scope["embed"] {
    return async (texts, options) => {
      this.refuseInsideWrite("Texts are embedded in prepare, before a write begins, not inside it");
      return this.parts.embed(texts, this.signal, options);
    };
  }

  // A write has its transaction already; waiting for another would be waiting for itself.
  get derive(): Scope["derive"] {
    const { tenant } = this.caller;
    return async (work) => {
      if (this.facts.writes()) return work(this.derived(tenant));
      this.refuseInsideWrite("A read that writes what it noticed cannot be called from inside a write");
      return derive(this.parts, tenant, work);
    };
  }

  get installation(): Installation {
    return {
      id: INSTALLATION,
      search: readOnly(this.parts.searchOn(this.sql, INSTALLATION), nothingNew),
      derive: async (work) => {
        if (!this.facts.writes()) {
          this.refuseInsideWrite("A read that writes what it noticed cannot be called from inside a write");
          return derive(this.parts, INSTALLATION, work);
        }
        await enterInstallationLane(this.sql);
        return work(this.derived(INSTALLATION));
      },
    };
  }

  private refuseInsideWrite(reason: string): void {
    if (this.facts.isInsideWrite?.() === true) throw new KernelError("internal", reason);
  }

  private derived(tenant: string): Derived {
    const { sql, files } = this;
    return { sql, search: this.parts.searchOn(sql, tenant), blobs: this.facts.staged().blobs(sql, tenant), files };
  }
}

const nothingNew = async (): Promise<void> => {};

/** What a call may ask of the index: it finds also what its own entries have just said. */
function readOnly(search: Search, indexed: () => Promise<void>): Search {
  return {
    words: search.words,
    hasCompound: search.hasCompound,
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
