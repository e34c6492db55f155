import { accountEntries } from "./accounts/store/check-users.ts";
import type { RunningWorld } from "./call/index.ts";
import type { Env } from "./env.ts";
import { LOG_SERVER } from "./event.ts";
import {
  allHeads,
  appendEvent,
  broughtOverAt,
  createNaming,
  forgetScrubDue,
  type Head,
  openRebuild,
  scrubsDue,
} from "./events/index.ts";
import { type CallFiles, type FileLinks, writeWithFiles } from "./files/index.ts";
import { governanceEntries } from "./governance/index.ts";
import { LOCAL_USER } from "./identity/index.ts";
import { EVERY_TENANT } from "./installation.ts";
import type { JsonObject } from "./json.ts";
import {
  type AuditFilter,
  type AuditLine,
  auditLines,
  type Checkpoint,
  type EraseReport,
  eraseIn,
  exportAudit,
  makeCheckpoint,
  type Proof,
  proveEntry,
  proveGrowth,
  rotateKey,
  USER,
  type Verification,
  type VerifyOptions,
  verify,
  verifyMissing,
} from "./proof/index.ts";
import { type SearchIndex, type SearchStanding, searchMigrations } from "./search/index.ts";
import type { Sql } from "./sql.ts";
import { type Database, sweepLeftovers } from "./storage/index.ts";
import type { EraseTarget, Finding, InspectHost } from "./world.ts";

export interface EraseOptions {
  /** Whose it is; the local user's unless said. */
  readonly user?: string | undefined;
  readonly dryRun?: boolean;
}

/** What is there. */
export interface KernelStatus {
  readonly dialect: Database["dialect"];
  /** Where each log ends. */
  readonly logs: ReadonlyMap<string, Head>;
  /** How much each world holds, by what it is called. */
  readonly worlds: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly search: SearchStanding;
}

/** What an operator may look at, have proven, and forgotten. */
export interface Proofs {
  /** What is there, for people. */
  status(): Promise<KernelStatus>;
  /** Reads what belongs to the local user, on one snapshot; for people. */
  lookAt<Value>(reader: (sql: Sql) => Promise<Value>): Promise<Value>;
  verify(options?: VerifyOptions): Promise<Verification>;
  /** Of all logs, or of one user's. */
  checkpoint(user?: string): Promise<Checkpoint>;
  /** Signs with a new key from now on; the log says so. */
  rotateKey(): Promise<{ readonly from: string; readonly to: string }>;
  /** Shows an outsider one entry, as the log is now or as a checkpoint saw it. */
  prove(id: string, checkpoint?: Checkpoint): Promise<Proof>;
  /** Shows an outsider that a user's log has only grown since a checkpoint. */
  proveGrowth(checkpoint: Checkpoint, user: string): Promise<Proof>;
  /** Who did what, when, why and under which approval, log by log; refusals too. */
  audit(filter: AuditFilter): AsyncIterable<AuditLine>;
  /** The same, with all that a stranger needs to check it. */
  exportAudit(filter: AuditFilter): Promise<JsonObject>;
  /** Forgets something for good, or tells what that would be. */
  erase(target: EraseTarget, options?: EraseOptions): Promise<EraseReport>;
  /** Takes what was erased out of the database's files; answers with what could not be taken out yet. */
  scrub(): Promise<string[]>;
  /** Ends the links to files that a user was given so far, to one file or to all; the log says so. */
  revokeLinks(user: string, sha256?: string): Promise<void>;
  /** How many erasures wait for that, because whoever began one did not get so far. */
  scrubsDue(): Promise<number>;
}

export interface ProofParts {
  readonly folder: string;
  readonly keysFolder: string;
  readonly env: Env;
  readonly readOnly: boolean;
  database(): Promise<Database>;
  worlds(): Promise<readonly RunningWorld[]>;
  readonly files: CallFiles;
  readonly links: FileLinks;
  readonly search: SearchIndex;
  committed(tenant: string): void;
}

const LINKS_REVOKED = "links.revoked";

/** A world as far as its entries and tables go. */
type ProvenWorld = RunningWorld | typeof governanceEntries;

/** Puts together what proof needs of the log, of files and of the index. */
export function createProofs(parts: ProofParts): Proofs {
  const { folder, keysFolder, env, readOnly, database, files, links, search } = parts;

  /** What verification knows of links: those that were revoked must not hold again. */
  const linkEntries = {
    name: LOG_SERVER,
    servers: [],
    follows: [],
    async *inspect({ sql, entries }: Pick<InspectHost, "sql" | "entries">): AsyncIterable<Finding> {
      const told = (await entries(LOG_SERVER, [LINKS_REVOKED])).filter(({ erased_by }) => erased_by === undefined);
      const revoked = told.map(({ tenant, at, payload }) => {
        const { sha256 } = payload as { readonly sha256: string | null };
        return { tenant, at, sha256: sha256 ?? undefined };
      });
      yield* links.heldAgain(sql, revoked);
    },
  };

  async function verifyAll(options: VerifyOptions = {}): Promise<Verification> {
    const worlds = [...(await parts.worlds()), governanceEntries];
    const blobsOf = createNaming(worlds);
    const engine = await database().catch((error: unknown) => error);
    if (!isDatabase(engine)) return verifyMissing(folder, engine);
    const wired = {
      folder,
      keysFolder,
      env,
      readOnly,
      worlds: [...worlds, accountEntries, linkEntries],
      // What nobody here can tell of an entry, its world tells where there is one.
      blobsOf: (event: Parameters<typeof blobsOf>[0]) => blobsOf(event) ?? [],
      blobs: (sql: Sql, named: Parameters<CallFiles["checkBlobs"]>[1], full: boolean) =>
        files.checkBlobs(sql, named, { onlyNamed: !full, progress: options.progress }),
      openBlobs: files.blobs,
      indexOf: search.documents,
      async rebuild() {
        const { rebuilt, owners } = await rebuildBeside(worlds);
        const { progress = () => {}, signal = new AbortController().signal } = options;
        const checkIndex = (live: Sql, expected: Sql) =>
          search.check({
            live,
            expected,
            owners,
            exactSince: (tenant) => broughtOverAt(live, tenant),
            progress,
            signal,
          });
        return { ...rebuilt, checkIndex };
      },
    };
    return verify(engine, wired, options);
  }

  /** Worlds and index as the log gives them, to compare with. A file that cannot be read is told of as a blob. */
  async function rebuildBeside(worlds: readonly ProvenWorld[]) {
    const expected = search.expected(files.blobs, () => {});
    return { rebuilt: await openRebuild(worlds, searchMigrations, env, expected), owners: expected.owners };
  }

  async function erase(target: EraseTarget, { user, dryRun = false }: EraseOptions = {}): Promise<EraseReport> {
    const tenant = target.kind === USER ? target.id : (user ?? LOCAL_USER);
    const worlds = [...(await parts.worlds()), governanceEntries];
    const engine = await database();
    const staged = files.stage(tenant);
    const work = async (sql: Sql): Promise<EraseReport> => {
      const blobsOf = (of: string) => files.blobs(of).list();
      const report = await eraseIn(sql, { env, worlds, blobsOf, rebuild: rebuildFor(worlds) }, tenant, target);
      for (const sha256 of report.blobs) {
        await staged.removeBlob(sha256);
        // A link must not come back to life with its file. Of a user who is forgotten whole nothing is kept. The mark
        // needs a key, and a rehearsal leaves no file behind.
        if (target.kind !== USER && !dryRun) await links.revoke(sql, tenant, sha256);
      }
      return report;
    };
    const entryOf = ({ receipt }: EraseReport) => receipt.id;
    const report = await writeWithFiles(engine, tenant, staged, work, {
      keep: !dryRun,
      isLast: () => true,
      entryOf,
    }).finally(staged.discard);
    if (!dryRun) parts.committed(tenant);
    return report;
  }

  function rebuildFor(worlds: readonly ProvenWorld[]): Parameters<typeof eraseIn>[1]["rebuild"] {
    return async (live, tenant, makeGood) => {
      const { rebuilt, owners } = await rebuildBeside(worlds);
      try {
        while ((await rebuilt.step(live, tenant)) > 0) {
          // Until the whole log is taken up.
        }
        await rebuilt.scratch.read(EVERY_TENANT, async (expected) => {
          await makeGood(expected);
          await search.reconcile({ live, expected, tenant, owners, signal: new AbortController().signal });
        });
      } finally {
        await rebuilt.close();
      }
    };
  }

  async function revokeLinks(user: string, sha256?: string): Promise<void> {
    const actor = { user, agent: null, client: "bailiwick" };
    const origin = { tenant: user, server: LOG_SERVER, tool: "revoke_links", actor, approvalId: null };
    await (await database()).write(user, async (sql) => {
      await links.revoke(sql, user, sha256);
      await appendEvent(sql, env, origin, { kind: LINKS_REVOKED, payload: { sha256: sha256 ?? null } });
    });
    parts.committed(user);
  }

  async function scrub(): Promise<string[]> {
    const engine = await database();
    // Those that come meanwhile are for whoever erases them.
    const due = await engine.read(EVERY_TENANT, scrubsDue);
    const left = await engine.scrub();
    await sweepLeftovers(env);
    for (const one of left.length === 0 ? due : []) {
      await engine.write(one.tenant_id, (sql) => forgetScrubDue(sql, one));
    }
    return left;
  }

  async function* audited(filter: AuditFilter): AsyncIterable<AuditLine> {
    const snapshot = await (await database()).snapshot(EVERY_TENANT);
    try {
      yield* auditLines(snapshot.sql, filter);
    } finally {
      await snapshot.end();
    }
  }

  async function status(): Promise<KernelStatus> {
    const all = await parts.worlds();
    const { dialect, read } = await database();
    return read(EVERY_TENANT, async (sql) => {
      const worlds: Record<string, Readonly<Record<string, number>>> = {};
      for (const world of all) worlds[world.name] = await world.counts(sql, env.now());
      return { dialect, logs: await allHeads(sql), worlds, search: await search.standing(sql) };
    });
  }

  return {
    status,
    lookAt: async (reader) => (await database()).read(LOCAL_USER, reader),
    verify: verifyAll,
    checkpoint: async (user) =>
      (await database()).read(EVERY_TENANT, (sql) => makeCheckpoint(sql, env, keysFolder, user)),
    rotateKey: async () => rotateKey(await database(), env, keysFolder),
    prove: async (id, checkpoint) =>
      (await database()).read(EVERY_TENANT, (sql) => proveEntry({ sql, env, keysFolder }, id, checkpoint)),
    proveGrowth: async (checkpoint, user) =>
      (await database()).read(EVERY_TENANT, (sql) => proveGrowth({ sql, env, keysFolder }, checkpoint, user)),
    audit: audited,
    exportAudit: async (filter) =>
      (await database()).read(EVERY_TENANT, (sql) => exportAudit({ sql, env, keysFolder }, filter)),
    erase,
    revokeLinks,
    scrub,
    scrubsDue: async () => (await (await database()).read(EVERY_TENANT, scrubsDue)).length,
  };
}

function isDatabase(opened: unknown): opened is Database {
  return typeof opened === "object" && opened !== null && "snapshot" in opened;
}
