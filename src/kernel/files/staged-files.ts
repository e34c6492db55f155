import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fromFileError, writeAside } from "../atomic-file.ts";
import type { Blobs } from "../blob.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";
import type { Files } from "../file.ts";
import { INSTALLATION } from "../installation.ts";
import type { Sql } from "../sql.ts";
import { blobPath, findBlob, openVerified } from "./blob-store.ts";
import { createJournalStore, type JournalEntry } from "./journal-store.ts";
import { contentMark, type FileRoot, insideRoot } from "./root.ts";

/** What the files of one call need of the room. */
export interface FileParts {
  readonly env: Env;
  readonly blobs: FileRoot;
  rootNamed(name: string): FileRoot;
  /** Makes a root ready for its first file; answers with which folder it is. */
  prepare(root: FileRoot, anew: boolean): Promise<string>;
  /** Makes the folder a file is to lie in, before the commit: after it there must be nothing left that a full disk prevents. */
  makeFolderOf(root: FileRoot, path: string): Promise<void>;
  /** Enters a shared root: nobody else of ours writes there until the transaction ends. */
  enter(root: FileRoot, sql: Sql): Promise<void>;
  /** Removes from the journal what is long done by these owners; the answer is called once that is committed. */
  forgetDone(sql: Sql, owners: ReadonlySet<string>): Promise<() => void>;
  /** Makes the waiting names in these roots durable. */
  flushAside(roots: ReadonlySet<string>): Promise<void>;
  finish(entries: readonly JournalEntry[]): Promise<void>;
}

/** The files of one call: written aside as they come, journaled with its change, and brought to their places after it. */
export interface StagedFiles {
  /** Blobs as one snapshot or transaction sees them: the caller's, or those of an owner whose lane is held too. */
  blobs(sql: Sql, owner?: string): Blobs;
  /** Has a blob of the caller's tenant removed when the transaction commits. */
  removeBlob(sha256: string): Promise<void>;
  /** Shared files, for as long as the transaction may be written to. */
  files(sql: Sql, writes: () => boolean): Files;
  /** Makes what was written so far durable under its waiting names: before the commit, and better before the lane. */
  flush(): Promise<void>;
  /** Says in the call's own transaction what is to be done once it is committed. */
  journal(sql: Sql): Promise<void>;
  /** Whether the next of the lane must find these files in their places. */
  isShared(): boolean;
  /** After the commit: brings the files to their places. */
  finish(): Promise<void>;
  /** Takes away what was set ready. */
  discard(): Promise<void>;
  /** Leaves what was set ready where it is, because nobody knows whether it was committed: the journal tells later. */
  leave(): void;
}

type Waiting = Omit<JournalEntry, "call">;

export function stageFiles(parts: FileParts, tenant: string): StagedFiles {
  const { env, prepare } = parts;
  const waiting = new Map<string, Waiting>();
  let isFlushed = true;
  let call: string | undefined;
  let journaled: readonly JournalEntry[] = [];
  let forget = () => {};

  /** Writes aside; the entry then waits for the commit. */
  async function setReady(
    root: FileRoot,
    owner: string,
    content: Readable | Uint8Array | string,
    modifiedMs: number | undefined,
    entryOf: (sha256: string) => Pick<Waiting, "path" | "action" | "replaces">,
  ): Promise<{ sha256: string; size: number }> {
    try {
      const id = env.id();
      // No further id is drawn for the call: that of its first file names both.
      call ??= id;
      const aside = `${root.aside}/${id}`;
      const write = async (anew: boolean) => {
        const folder = await prepare(root, anew);
        const options = { modifiedMs, mode: root.isShared ? undefined : 0o600 };
        return { folder, written: await writeAside(insideRoot(root, aside), content, options) };
      };
      const { folder, written } = await write(false).catch((error) => {
        // Someone took the folder away since it was made. Nothing of the content was read yet.
        if (error.code === "ENOENT") return write(true);
        throw error;
      });
      isFlushed = false;
      await add(root, {
        ...entryOf(written.sha256),
        tenant: owner,
        root: root.name,
        aside,
        folder,
      });
      env.reached("file-written");
      return written;
    } catch (error) {
      throw fromFileError(error, root.name);
    }
  }

  /** A file that is set ready twice is the one set ready last. */
  async function add(root: FileRoot, entry: Waiting): Promise<void> {
    const key = `${root.name}/${entry.path}`;
    const before = waiting.get(key);
    waiting.set(key, entry);
    if (before !== undefined) await rm(join(root.folder, before.aside), { force: true });
    if (entry.action === "put" || root.isShared) await parts.makeFolderOf(root, entry.path);
  }

  function blobs(sql: Sql, owner = tenant): Blobs {
    const root = parts.blobs;
    async function find(sha256: string): Promise<string | undefined> {
      const mine = waiting.get(`${root.name}/${blobPath(owner, sha256)}`);
      if (mine !== undefined) return mine.action === "put" ? join(root.folder, mine.aside) : undefined;
      const waitingAt = (path: string) => createJournalStore(sql).waitingAt(owner, root.name, path);
      return findBlob(root, blobPath(owner, sha256), waitingAt);
    }
    return {
      // Also where it is there already: what lies there may be damaged, or about to be removed.
      put: (content) =>
        setReady(root, owner, content, undefined, (sha256) => ({
          path: blobPath(owner, sha256),
          action: "put",
          replaces: null,
        })),
      async open(sha256) {
        const path = await find(sha256);
        if (path === undefined) throw new KernelError("not_found", "There is no such blob", { sha256 });
        return openVerified(path, sha256);
      },
      has: async (sha256) => (await find(sha256)) !== undefined,
    };
  }

  async function removeBlob(sha256: string): Promise<void> {
    const root = parts.blobs;
    const id = env.id();
    call ??= id;
    const folder = await prepare(root, false);
    // Nothing waits for it: it is done in the lane, where the journal alone tells what is still to be removed.
    const entry = { path: blobPath(tenant, sha256), action: "remove", replaces: null } as const;
    await add(root, { ...entry, tenant, root: root.name, aside: `${root.aside}/${id}`, folder });
  }

  function files(sql: Sql, writes: () => boolean): Files {
    const begun = new Map<string, Promise<void>>();

    function begin(name: string): Promise<void> {
      if (!writes()) throw new KernelError("internal", "A file was to be written outside a write", { root: name });
      const entered = begun.get(name) ?? parts.enter(parts.rootNamed(name), sql);
      begun.set(name, entered);
      return entered;
    }

    /** What is there now, if it is something that may be replaced. */
    async function look(name: string, path: string): Promise<string> {
      await begin(name);
      const root = parts.rootNamed(name);
      const mark = await contentMark(insideRoot(root, path));
      if (mark !== "other") return mark;
      throw new KernelError("storage_unwritable", `The ${name} folder cannot be written`, { file: path });
    }

    return {
      begin: async (name) => begin(name),
      async put(name, path, content, options) {
        const replaces = await look(name, path);
        const root = parts.rootNamed(name);
        await setReady(root, INSTALLATION, content, options?.modifiedMs, () => ({
          path,
          action: "put",
          replaces,
        }));
      },
      async remove(name, path) {
        const replaces = await look(name, path);
        const root = parts.rootNamed(name);
        const mine = waiting.get(`${name}/${path}`);
        if (replaces === "none" && mine === undefined) return;
        // An empty file stands for the removal: whoever carries it out takes that away, and it is not done twice.
        await setReady(root, INSTALLATION, "", undefined, () => ({ path, action: "remove", replaces }));
      },
      async takeBack(name, path) {
        const mine = waiting.get(`${name}/${path}`);
        if (mine === undefined) return;
        waiting.delete(`${name}/${path}`);
        await rm(join(parts.rootNamed(name).folder, mine.aside), { force: true });
      },
    };
  }

  /** Of what is committed for a blob only the last counts: a put after a removal, a removal after puts. */
  async function overtake(sql: Sql, entries: readonly JournalEntry[]): Promise<void> {
    const ofBlobs = entries.filter(({ root }) => root === parts.blobs.name);
    const journal = createJournalStore(sql);
    for (const [owner, own] of Map.groupBy(ofBlobs, (entry) => entry.tenant)) {
      const pathsOf = (action: JournalEntry["action"]) =>
        own.filter((entry) => entry.action === action).map(({ path }) => path);
      await journal.withdraw(owner, parts.blobs.name, "remove", pathsOf("put"));
      await journal.withdraw(owner, parts.blobs.name, "put", pathsOf("remove"));
    }
  }

  async function flush(): Promise<void> {
    if (isFlushed) return;
    isFlushed = true;
    await parts.flushAside(new Set([...waiting.values()].map(({ root }) => root)));
  }

  function leave(): void {
    waiting.clear();
    journaled = [];
  }

  return {
    blobs,
    removeBlob,
    files,
    flush,
    async journal(sql) {
      if (call === undefined || waiting.size === 0) return;
      const id = call;
      const entries = [...waiting.values()].map((entry) => ({ ...entry, call: id }));
      forget = await parts.forgetDone(sql, new Set(entries.map((entry) => entry.tenant)));
      await overtake(sql, entries);
      await createJournalStore(sql).insert(entries);
      journaled = entries;
      env.reached("file-journaled");
    },
    isShared: () => journaled.some(({ root }) => root !== parts.blobs.name),
    async finish() {
      if (journaled.length === 0) return;
      const entries = journaled;
      leave();
      forget();
      await parts.finish(entries);
    },
    async discard() {
      for (const { root, aside } of waiting.values()) {
        const { folder } = root === parts.blobs.name ? parts.blobs : parts.rootNamed(root);
        await rm(join(folder, aside), { force: true });
      }
      leave();
    },
    leave,
  };
}
