import type { RunningWorld } from "./call/index.ts";
import type { Env } from "./env.ts";
import { broughtOverAt, createNaming, forgetScrubDue, openRebuild, scrubsDue } from "./events/index.ts";
import { type CallFiles, writeWithFiles } from "./files/index.ts";
import { LOCAL_USER } from "./identity/index.ts";
import {
  type Checkpoint,
  type EraseReport,
  eraseIn,
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
import { type SearchIndex, searchMigrations } from "./search/index.ts";
import type { Sql } from "./sql.ts";
import { type Database, sweepLeftovers } from "./storage/index.ts";
import type { EraseTarget } from "./world.ts";

export interface EraseOptions {
  /** Whose it is; the local user's unless said. */
  readonly user?: string | undefined;
  readonly dryRun?: boolean;
}

/** What an operator may have proven, and forgotten. */
export interface Proofs {
  verify(options?: VerifyOptions): Promise<Verification>;
  /** Of all logs, or of one user's. */
  checkpoint(user?: string): Promise<Checkpoint>;
  /** Signs with a new key from now on; the log says so. */
  rotateKey(): Promise<{ readonly from: string; readonly to: string }>;
  /** Shows an outsider one entry, as the log is now or as a checkpoint saw it. */
  prove(id: string, checkpoint?: Checkpoint): Promise<Proof>;
  /** Shows an outsider that a user's log has only grown since a checkpoint. */
  proveGrowth(checkpoint: Checkpoint, user: string): Promise<Proof>;
  /** Forgets something for good, or tells what that would be. */
  erase(target: EraseTarget, options?: EraseOptions): Promise<EraseReport>;
  /** Takes what was erased out of the database's files; answers with what could not be taken out yet. */
  scrub(): Promise<string[]>;
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
  readonly search: SearchIndex;
  committed(tenant: string): void;
}

/** Puts together what proof needs of the log, of files and of the index. */
export function createProofs(parts: ProofParts): Proofs {
  const { folder, keysFolder, env, readOnly, database, files, search } = parts;

  async function verifyAll(options: VerifyOptions = {}): Promise<Verification> {
    const worlds = await parts.worlds();
    const blobsOf = createNaming(worlds);
    const engine = await database().catch((error: unknown) => error);
    if (!isDatabase(engine)) return verifyMissing(folder, engine);
    const wired = {
      folder,
      keysFolder,
      env,
      readOnly,
      worlds,
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
  async function rebuildBeside(worlds: readonly RunningWorld[]) {
    const expected = search.expected(files.blobs, () => {});
    return { rebuilt: await openRebuild(worlds, searchMigrations, env, expected), owners: expected.owners };
  }

  async function erase(target: EraseTarget, { user, dryRun = false }: EraseOptions = {}): Promise<EraseReport> {
    const tenant = target.kind === USER ? target.id : (user ?? LOCAL_USER);
    const worlds = await parts.worlds();
    const engine = await database();
    const staged = files.stage(tenant);
    const work = async (sql: Sql): Promise<EraseReport> => {
      const blobsOf = (of: string) => files.blobs(of).list();
      const report = await eraseIn(sql, { env, worlds, blobsOf, rebuild: rebuildFor(worlds) }, tenant, target);
      for (const sha256 of report.blobs) await staged.removeBlob(sql, sha256);
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

  function rebuildFor(worlds: readonly RunningWorld[]): Parameters<typeof eraseIn>[1]["rebuild"] {
    return async (live, tenant, makeGood) => {
      const { rebuilt, owners } = await rebuildBeside(worlds);
      try {
        while ((await rebuilt.step(live, tenant)) > 0) {
          // Until the whole log is taken up.
        }
        await rebuilt.scratch.read(async (expected) => {
          await makeGood(expected);
          await search.reconcile({ live, expected, tenant, owners, signal: new AbortController().signal });
        });
      } finally {
        await rebuilt.close();
      }
    };
  }

  async function scrub(): Promise<string[]> {
    const engine = await database();
    // Those that come meanwhile are for whoever erases them.
    const due = await engine.read(scrubsDue);
    const left = await engine.scrub();
    await sweepLeftovers(env);
    for (const one of left.length === 0 ? due : []) {
      await engine.write(one.tenant_id, (sql) => forgetScrubDue(sql, one));
    }
    return left;
  }

  return {
    verify: verifyAll,
    checkpoint: async (user) => (await database()).read((sql) => makeCheckpoint(sql, env, keysFolder, user)),
    rotateKey: async () => rotateKey(await database(), env, keysFolder),
    prove: async (id, checkpoint) =>
      (await database()).read((sql) => proveEntry({ sql, env, keysFolder }, id, checkpoint)),
    proveGrowth: async (checkpoint, user) =>
      (await database()).read((sql) => proveGrowth({ sql, env, keysFolder }, checkpoint, user)),
    erase,
    scrub,
    scrubsDue: async () => (await (await database()).read(scrubsDue)).length,
  };
}

function isDatabase(opened: unknown): opened is Database {
  return typeof opened === "object" && opened !== null && "snapshot" in opened;
}
