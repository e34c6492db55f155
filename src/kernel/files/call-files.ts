import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fromFileError, makeFolder, syncFolder } from "../atomic-file.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import { INSTALLATION } from "../installation.ts";
import type { Logger } from "../logger.ts";
import type { Sql } from "../sql.ts";
import { type Database, enterInstallationLane } from "../storage/index.ts";
import { blobRoot, findBlob, listBlobs, openVerified, verifyBlob } from "./blob-store.ts";
import { type Finished, finishFiles, flushFolders } from "./finish.ts";
import { createJournalStore, type JournalEntry } from "./journal-store.ts";
import { prepareRoot } from "./prepare-root.ts";
import { type FileRoot, folderMode, insideRoot, statsOf } from "./root.ts";
import { type FileParts, type StagedFiles, stageFiles } from "./staged-files.ts";

/** Entries that are done may lie in the journal until there are so many: one statement then removes them all. */
const DONE_MAX = 32;

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
  /** Blobs that are committed, whoever's they are. */
  readonly blobs: BlobReader;
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

interface Done {
  readonly tenant: string;
  readonly root: string;
  /** How many entries each call has. */
  readonly calls: Map<string, number>;
  /** Folders to be flushed before the journal may forget. */
  readonly unflushed: Set<string>;
}

export function createCallFiles({ blobs: blobFolder, roots, env, log, database }: CallFilesOptions): CallFiles {
  const blobs = blobRoot(blobFolder);
  const prepared = new Map<string, Promise<string>>();
  const flushes = new Map<string, { last: Promise<void>; next?: Promise<void> }>();
  /** Folders that are there. */
  const folders = new Set<string>();
  /** What is done and still in the journal, by tenant and root. */
  const done = new Map<string, Done>();

  function rootNamed(name: string): FileRoot {
    const folder = Object.hasOwn(roots, name) ? roots[name] : undefined;
    if (folder === undefined) throw new KernelError("internal", "There is no such root", { root: name });
    return { name, folder, aside: ".incoming", isShared: true };
  }

  function prepare(root: FileRoot, sql: Sql, anew: boolean): Promise<string> {
    if (anew) prepared.delete(root.name);
    const committed = async () => new Set((await createJournalStore(sql).all()).map(({ aside }) => aside));
    const ready = prepared.get(root.name) ?? prepareRoot(root, env, committed);
    prepared.set(root.name, ready);
    // The next file tries again: the folder may have been made writable meanwhile.
    ready.catch(() => prepared.delete(root.name));
    return ready;
  }

  async function makeFolderOf(root: FileRoot, path: string): Promise<void> {
    const folder = dirname(insideRoot(root, path));
    if (!folders.has(folder) || statsOf(folder) === undefined) await makeFolder(folder, folderMode(root));
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

  function doneIn(tenant: string, { name }: FileRoot): Done {
    const key = JSON.stringify([tenant, name]);
    const known = done.get(key) ?? { tenant, root: name, calls: new Map(), unflushed: new Set() };
    done.set(key, known);
    return known;
  }

  /** Notes what need not be kept in the journal; tells the operator what could not be done. */
  function note(tenant: string, root: FileRoot, { calls, unflushed, problems, overtaken }: Finished): void {
    const known = doneIn(tenant, root);
    for (const [call, entries] of calls) known.calls.set(call, entries);
    for (const folder of unflushed) known.unflushed.add(folder);
    if (overtaken > 0) log.warn({ root: root.name, files: overtaken }, "files were changed by hand before ours came");
    for (const problem of problems) {
      log.error({ root: root.name, cause: String(problem) }, "a committed file is not in its place yet");
    }
  }

  /** In the installation's lane: whoever comes next finds every committed file in its place. */
  async function finishShared(root: FileRoot, sql: Sql): Promise<Finished> {
    const { calls } = doneIn(INSTALLATION, root);
    const entries = await createJournalStore(sql).ofRoot(INSTALLATION, root.name);
    const open = entries.filter(({ call }) => !calls.has(call));
    const finished = await finishFiles(root, open, env);
    // People look into these folders without us.
    await flushFolders(finished.unflushed);
    note(INSTALLATION, root, { ...finished, unflushed: new Set() });
    return finished;
  }

  async function enter(root: FileRoot, sql: Sql): Promise<void> {
    await enterInstallationLane(sql);
    const { problems } = await finishShared(root, sql);
    if (problems.length > 0) throw problems[0];
  }

  /** What fails here is committed all the same: it is told to the operator, and done by whoever comes next. */
  async function finish(entries: readonly JournalEntry[]): Promise<void> {
    const mine = entries.filter(({ root }) => root === blobs.name);
    if (mine[0] !== undefined) note(mine[0].tenant, blobs, await finishFiles(blobs, mine, env));
    const shared = new Set(entries.filter(({ root }) => root !== blobs.name).map(({ root }) => root));
    for (const name of shared) await finishInLane(await database(), rootNamed(name));
    env.reached("files-finished");
  }

  async function finishInLane(engine: Database, root: FileRoot): Promise<void> {
    // Nothing is written: the transaction is only there to hold the lane.
    await engine
      .write(INSTALLATION, (sql) => finishShared(root, sql), { keep: false })
      .catch((error) =>
        log.error({ root: root.name, cause: String(error) }, "committed files wait for the next start"),
      );
  }

  /** Removes done entries of these owners, whose lanes the transaction holds. They are forgotten once it is committed. */
  async function forgetDone(sql: Sql, owners: ReadonlySet<string>, atLeast = DONE_MAX): Promise<() => void> {
    const forgotten: (() => void)[] = [];
    for (const { tenant, root, calls, unflushed } of done.values()) {
      const entries = [...calls.values()].reduce((sum, count) => sum + count, 0);
      if (!owners.has(tenant) || entries < atLeast) continue;
      const removed = [...calls.keys()];
      // Until here the journal would have brought them back after a power cut. Those of many calls cost one flush.
      const flushed = [...unflushed];
      await flushFolders(flushed);
      await createJournalStore(sql).forget(tenant, root, removed);
      forgotten.push(() => {
        for (const call of removed) calls.delete(call);
        for (const folder of flushed) unflushed.delete(folder);
      });
    }
    return () => {
      for (const forget of forgotten) forget();
    };
  }

  async function recover(engine: Database): Promise<void> {
    const entries = await engine.read((sql) => createJournalStore(sql).all());
    const ofBlobs = entries.filter(({ root }) => root === blobs.name);
    for (const [tenant, own] of Map.groupBy(ofBlobs, (entry) => entry.tenant)) {
      note(tenant, blobs, await finishFiles(blobs, own, env));
    }
    // Those of a root that this process does not have are left to one that does.
    const names = new Set(entries.map(({ root }) => root).filter((root) => Object.hasOwn(roots, root)));
    for (const name of names) await finishInLane(engine, rootNamed(name));
  }

  async function close(engine: Database): Promise<void> {
    const owners = new Set([...done.values()].filter(({ calls }) => calls.size > 0).map(({ tenant }) => tenant));
    await Promise.all([...owners].map((owner) => engine.write(owner, (sql) => forgetDone(sql, new Set([owner]), 1))));
  }

  const find = (sha256: string) =>
    findBlob(blobs, sha256, async (path) =>
      (await database()).read((sql) => createJournalStore(sql).waitingAt(blobs.name, path)),
    );

  const ownerOf = (root: FileRoot, tenant: string) => (root.isShared ? INSTALLATION : tenant);
  const parts: FileParts = {
    env,
    blobs,
    rootNamed,
    prepare,
    makeFolderOf,
    enter,
    flushAside,
    finish,
    ownerOf,
    forgetDone,
  };
  return {
    stage: (tenant) => stageFiles(parts, tenant),
    blobs: {
      has: async (sha256) => (await find(sha256)) !== undefined,
      async open(sha256) {
        const path = await find(sha256);
        if (path === undefined) throw new KernelError("not_found", "There is no such blob", { sha256 });
        return openVerified(path, sha256);
      },
      list: () => listBlobs(blobs),
      verify: (sha256) => verifyBlob(blobs, sha256),
    },
    recover,
    close,
  };
}
