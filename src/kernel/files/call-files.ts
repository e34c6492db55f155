import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fromFileError, makeFolder, syncFolder } from "../atomic-file.ts";
import type { OwnedBlob } from "../blob.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { EVERY_TENANT, INSTALLATION } from "../installation.ts";
import type { Logger } from "../logger.ts";
import type { Sql } from "../sql.ts";
import { type Database, enterInstallationLane } from "../storage/index.ts";
import { blobPath, blobRoot, findBlob, listBlobs, openVerified, stateOfBlob } from "./blob-store.ts";
import { type BroughtOver, bringOver, isFlat, type OwnersOf } from "./bring-over.ts";
import { type BlobCheckOptions, type BlobReport, checkBlobs } from "./check-blobs.ts";
import { createDoneCalls } from "./done-calls.ts";
import { type Finished, finishFiles, flushFolders } from "./finish.ts";
import { createJournalStore, type JournalEntry } from "./journal-store.ts";
import { prepareRoot } from "./prepare-root.ts";
import { type FileRoot, folderMode, insideRoot, statsOf } from "./root.ts";
import { type FileParts, type StagedFiles, stageFiles } from "./staged-files.ts";
import { tenantFolder } from "./tenant-folder.ts";

/** So many users may have done entries in the journal before those of the idle ones are removed. */
const OWNERS_MAX = 256;
/** Where a server of a cluster was away, what it knows of is asked for again after this long. */
const RECOVER_AGAIN_MS = 10_000;
/** So many folders are remembered to be there. */
const FOLDERS_MAX = 4096;

export interface CallFilesOptions {
  /** Where content-addressed files lie. */
  readonly blobs: string;
  /** Folders that are shared with people, by name. */
  readonly roots: Readonly<Record<string, string>>;
  readonly env: Env;
  readonly log: Logger;
  database(): Promise<Database>;
}

/** Files that commit with calls, and what a call that ended early left to be done. */
export interface CallFiles {
  stage(tenant: string): StagedFiles;
  /** Blobs of one tenant that are committed. */
  blobs(tenant: string): BlobReader;
  /** Looks at every blob that the log names, and at all else that lies among the blobs. */
  checkBlobs(sql: Sql, named: Iterable<OwnedBlob>, options?: BlobCheckOptions): Promise<BlobReport>;
  /** Whether blobs lie as earlier builds laid them, those of all tenants together. */
  isFlat(): Promise<boolean>;
  /** Brings blobs of an earlier build into the folders of those whose log names them. */
  bringOver(owned: OwnersOf): Promise<BroughtOver>;
  /** Brings to their places what was committed before this process started. */
  recover(database: Database): Promise<void>;
  /** Removes from the journal what is done. */
  close(database: Database): Promise<void>;
}

export interface BlobReader {
  has(sha256: string): Promise<boolean>;
  /** Streams a blob and fails at its end with `blob_corrupt` if it is no longer what was stored. */
  open(sha256: string): Promise<Readable>;
  /** Every hash in its place, sorted. */
  list(): AsyncIterable<string>;
  /** Reads a blob to its end and tells whether it is still what was stored. */
  verify(sha256: string): Promise<boolean>;
}

export function createCallFiles({ blobs: blobFolder, roots, env, log, database }: CallFilesOptions): CallFiles {
  const blobs = blobRoot(blobFolder);
  const prepared = new Map<string, Promise<string>>();
  const flushes = new Map<string, { last: Promise<void>; next?: Promise<void> }>();
  /** Folders that are there. */
  const folders = new Set<string>();
  const done = createDoneCalls();
  const closed = new AbortController();
  let forgetting: Promise<void> | undefined;
  let recovering: Promise<void> | undefined;

  function rootNamed(name: string): FileRoot {
    const folder = Object.hasOwn(roots, name) ? roots[name] : undefined;
    if (folder === undefined) throw new KernelError("internal", "There is no such root", { root: name });
    return { name, folder, aside: ".incoming", isShared: true };
  }

  /** Of every tenant: the transaction that asks sees its own alone. Undefined while a server that knows some is away. */
  async function committed(): Promise<Set<string> | undefined> {
    try {
      const entries = await (await database()).read(EVERY_TENANT, (sql) => createJournalStore(sql).all());
      return new Set(entries.map(({ aside }) => aside));
    } catch (error) {
      if (error instanceof KernelError && error.code === "storage_unavailable") return undefined;
      throw error;
    }
  }

  function prepare(root: FileRoot, anew: boolean): Promise<string> {
    if (anew) prepared.delete(root.name);
    const ready = prepared.get(root.name) ?? prepareRoot(root, env, committed);
    prepared.set(root.name, ready);
    // The next file tries again: the folder may have been made writable meanwhile.
    ready.catch(() => prepared.delete(root.name));
    return ready;
  }

  async function makeFolderOf(root: FileRoot, path: string): Promise<void> {
    const folder = dirname(insideRoot(root, path));
    if (!folders.has(folder) || statsOf(folder) === undefined) await makeFolder(folder, folderMode(root));
    if (folders.size >= FOLDERS_MAX) folders.clear();
    folders.add(folder);
    // Asked before the commit: afterwards it would be too late to refuse.
    await access(folder, constants.W_OK).catch((error) => {
      throw new KernelError("storage_unwritable", `The ${root.name} folder cannot be written`, {}, { cause: error });
    });
  }

  /** Those who wait share one flush; none shares one that has begun, which may not have seen its file. */
  async function flushAside(names: ReadonlySet<string>): Promise<void> {
    for (const name of names) {
      const { folder, aside } = name === blobs.name ? blobs : rootNamed(name);
      const running = flushes.get(name) ?? { last: Promise.resolve() };
      flushes.set(name, running);
      running.next ??= running.last.then(() => {
        delete running.next;
        const flush = syncFolder(join(folder, aside)).catch((error) => {
          throw fromFileError(error, name);
        });
        running.last = flush.catch(() => {});
        return flush;
      });
      await running.next;
    }
  }

  /** Notes what need not be kept in the journal; tells the operator what could not be done. */
  function note(owner: string, root: FileRoot, finished: Finished): void {
    done.note(owner, root.name, finished);
    const { problems, overtaken } = finished;
    if (overtaken > 0) log.warn({ root: root.name, files: overtaken }, "files were changed by hand before ours came");
    for (const problem of problems) {
      log.error({ root: root.name, cause: String(problem) }, "a committed file is not in its place yet");
    }
  }

  /** In the owner's lane: whoever comes next finds every committed file in its place. */
  async function finishOpen(owner: string, root: FileRoot, sql: Sql): Promise<Finished> {
    const entries = await createJournalStore(sql).ofRoot(owner, root.name);
    const open = entries.filter(({ call }) => !done.has(owner, root.name, call));
    const finished = await finishFiles(root, open, env);
    // People look into shared folders without us, and what is removed is to stay removed.
    await flushFolders(finished.unflushed);
    note(owner, root, { ...finished, unflushed: new Set() });
    return finished;
  }

  async function enter(root: FileRoot, sql: Sql): Promise<void> {
    await enterInstallationLane(sql);
    const { problems } = await finishOpen(INSTALLATION, root, sql);
    if (problems.length > 0) throw problems[0];
  }

  /** What fails here is committed all the same: it is told to the operator, and done by whoever comes next. */
  async function finish(entries: readonly JournalEntry[]): Promise<void> {
    await finishBlobs(await database(), entries);
    const shared = new Set(entries.filter(({ root }) => root !== blobs.name).map(({ root }) => root));
    for (const name of shared) await finishInLane(await database(), INSTALLATION, rootNamed(name));
    env.reached("files-finished");
    if (done.owners().length > OWNERS_MAX) await forgetIdle();
  }

  /** To put a blob anybody may help at any time. To remove one could take away what was put there since, so it is done in the lane. */
  async function finishBlobs(engine: Database, entries: readonly JournalEntry[]): Promise<void> {
    const ofBlobs = entries.filter(({ root }) => root === blobs.name);
    for (const [owner, own] of Map.groupBy(ofBlobs, ({ tenant }) => tenant)) {
      if (own.every(({ action }) => action === "put")) note(owner, blobs, await finishFiles(blobs, own, env));
      else await finishInLane(engine, owner, blobs);
    }
  }

  async function finishInLane(engine: Database, owner: string, root: FileRoot): Promise<void> {
    // Nothing is written: the transaction is only there to hold the lane.
    await engine
      .write(owner, (sql) => finishOpen(owner, root, sql), { keep: false })
      .catch((error) =>
        log.error({ root: root.name, cause: String(error) }, "committed files wait for the next start"),
      );
  }

  /** Clears the journal of those who have not written for the longest time: it and our memory do not grow with users. */
  function forgetIdle(): Promise<void> {
    forgetting ??= (async () => {
      const engine = await database();
      for (const owner of done.owners().slice(0, -OWNERS_MAX / 2)) await forgetAll(engine, owner);
    })()
      .catch((error) => log.error({ cause: String(error) }, "the journal of files was not cleared"))
      .finally(() => {
        forgetting = undefined;
      });
    return done.owners().length > 2 * OWNERS_MAX ? forgetting : Promise.resolve();
  }

  async function forgetAll(engine: Database, owner: string): Promise<void> {
    const forgotten = await engine.write(owner, (sql) => done.forget(sql, new Set([owner]), 1));
    forgotten();
  }

  /** Where a server of a cluster is away, only its users wait for it: their files are brought to their places later. */
  async function recover(engine: Database): Promise<void> {
    try {
      await recoverAll(engine);
    } catch (error) {
      if (!(error instanceof KernelError) || error.code !== "storage_unavailable") throw error;
      // What we are connected to must answer: without it nobody is served.
      await engine.probe();
      log.warn({ cause: String(error) }, "files that wait for their places could not be looked up; trying again later");
      for (const name of Object.keys(roots)) await finishInLane(engine, INSTALLATION, rootNamed(name));
      recovering ??= recoverLater(engine);
    }
  }

  async function recoverLater(engine: Database): Promise<void> {
    for (let isDone = false; !isDone; ) {
      await env.sleep(RECOVER_AGAIN_MS, closed.signal);
      if (closed.signal.aborted) return;
      isDone = await recoverAll(engine).then(
        () => true,
        () => false,
      );
    }
  }

  async function recoverAll(engine: Database): Promise<void> {
    const entries = await engine.read(EVERY_TENANT, (sql) => createJournalStore(sql).all());
    await finishBlobs(engine, entries);
    // Those of a root that this process does not have are left to one that does.
    const names = new Set(entries.map(({ root }) => root).filter((root) => Object.hasOwn(roots, root)));
    for (const name of names) await finishInLane(engine, INSTALLATION, rootNamed(name));
  }

  async function close(engine: Database): Promise<void> {
    closed.abort();
    await recovering;
    await forgetting;
    await Promise.all(done.owners().map((owner) => forgetAll(engine, owner)));
  }

  function blobsOf(tenant: string): BlobReader {
    const find = (sha256: string) =>
      findBlob(blobs, blobPath(tenant, sha256), async (path) =>
        (await database()).read(tenant, (sql) => createJournalStore(sql).waitingAt(tenant, blobs.name, path)),
      );
    return {
      has: async (sha256) => (await find(sha256)) !== undefined,
      async open(sha256) {
        const path = await find(sha256);
        if (path === undefined) throw new KernelError("not_found", "There is no such blob", { sha256 });
        return openVerified(path, sha256);
      },
      list: () => listBlobs(join(blobs.folder, tenantFolder(tenant))),
      async verify(sha256) {
        const path = await find(sha256);
        return path !== undefined && (await stateOfBlob(path, sha256)) === "right";
      },
    };
  }

  const parts: FileParts = {
    env,
    blobs,
    rootNamed,
    prepare,
    makeFolderOf,
    enter,
    flushAside,
    finish,
    forgetDone: done.forget,
  };
  return {
    stage: (tenant) => stageFiles(parts, tenant),
    blobs: blobsOf,
    checkBlobs: (sql, named, options) => checkBlobs(blobs, sql, named, options),
    isFlat: () => isFlat(blobs),
    bringOver: (owned) => bringOver(blobs, env, owned),
    recover,
    close,
  };
}
