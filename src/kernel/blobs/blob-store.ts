import { createHash } from "node:crypto";
import { createReadStream, type Stats } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import type { Blob, Blobs } from "../blob.ts";
import type { Env } from "../env.ts";
import { KernelError } from "../errors.ts";

const SHA256 = /^[0-9a-f]{64}$/;
/** A file that has waited this long to be kept never will be. */
const LEFTOVER_MS = 24 * 60 * 60_000;

/** The files of one call, and how they end. */
export interface StagedBlobs extends Blobs {
  /** Moves what was put into place, durably. Runs before the database commits, so that no row names a missing file. */
  keep(): Promise<void>;
  /** Removes what was put and not kept. */
  discard(): Promise<void>;
}

export interface BlobStore {
  stage(): StagedBlobs;
  /** Every stored hash, sorted. */
  list(): AsyncIterable<string>;
  /** Reads a blob to its end and tells whether it is still what was stored. */
  verify(sha256: string): Promise<boolean>;
}

/** Content-addressed files under `folder`: written aside, flushed, renamed, and the folder flushed too. */
export function createBlobStore(folder: string, env: Env): BlobStore {
  const root = join(folder, "sha256");
  const aside = join(folder, "incoming");
  let swept: Promise<void> | undefined;

  function pathOf(sha256: string): string {
    if (!SHA256.test(sha256)) throw new KernelError("not_found", "A blob is named by 64 hex digits");
    return join(root, sha256.slice(0, 2), sha256.slice(2));
  }

  function stage(): StagedBlobs {
    const staged = new Map<string, { path: string; size: number }>();

    async function put(content: Readable | Uint8Array): Promise<Blob> {
      await mkdir(aside, { recursive: true, mode: 0o700 });
      swept ??= sweep(aside, env);
      await swept;
      const path = join(aside, env.id());
      const { sha256, size } = await writeDurably(path, content);
      env.reached("blob-written");
      if (staged.has(sha256)) await rm(path);
      else staged.set(sha256, { path, size });
      return { sha256, size };
    }

    async function keep(): Promise<void> {
      for (const [sha256, { path }] of staged) {
        await moveDurably(path, pathOf(sha256), folder).catch((error) => {
          throw fromFileError(error);
        });
        env.reached("blob-renamed");
      }
      staged.clear();
    }

    async function discard(): Promise<void> {
      for (const { path } of staged.values()) await rm(path, { force: true });
      staged.clear();
    }

    return {
      put,
      keep,
      discard,
      open: async (sha256) => openVerified(staged.get(sha256)?.path ?? pathOf(sha256), sha256),
      has: async (sha256) => staged.has(sha256) || (await statOf(pathOf(sha256))) !== undefined,
    };
  }

  async function* list(): AsyncIterable<string> {
    for (const prefix of await namesIn(root)) {
      for (const rest of await namesIn(join(root, prefix))) yield `${prefix}${rest}`;
    }
  }

  async function verify(sha256: string): Promise<boolean> {
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(pathOf(sha256))) hash.update(chunk as Buffer);
    return hash.digest("hex") === sha256;
  }

  return { stage, list, verify };
}

async function writeDurably(path: string, content: Readable | Uint8Array): Promise<Blob> {
  const file = await open(path, "wx", 0o600);
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of content instanceof Readable ? content : [content]) {
      const bytes = chunk as Uint8Array;
      hash.update(bytes);
      size += bytes.length;
      for (let written = 0; written < bytes.length; ) {
        written += (await file.write(bytes, written, bytes.length - written)).bytesWritten;
      }
    }
    await file.sync();
    return { sha256: hash.digest("hex"), size };
  } catch (error) {
    await rm(path, { force: true });
    throw fromFileError(error);
  } finally {
    await file.close();
  }
}

/** After this the file is at its place even if the power fails: so are the folders on the way to it. */
async function moveDurably(path: string, target: string, top: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  await rename(path, target);
  for (let folder = dirname(target); folder.length >= top.length; folder = dirname(folder)) await syncFolder(folder);
}

/** Removes what a crashed process left behind; what is younger may belong to one that still runs. */
async function sweep(aside: string, env: Env): Promise<void> {
  for (const name of await namesIn(aside)) {
    const path = join(aside, name);
    const found = await statOf(path);
    if (found !== undefined && env.now() - found.mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
  }
}

async function openVerified(path: string, sha256: string): Promise<Readable> {
  if ((await statOf(path)) === undefined) throw new KernelError("not_found", "There is no such blob", { sha256 });
  const hash = createHash("sha256");
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      if (hash.digest("hex") === sha256) return done();
      done(new KernelError("blob_corrupt", "A stored file is not what was put in", { sha256 }));
    },
  });
  const file = createReadStream(path);
  file.on("error", (error) => check.destroy(error));
  // Whoever has read enough lets go of the file too.
  check.on("close", () => file.destroy());
  return file.pipe(check);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

async function namesIn(path: string): Promise<string[]> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.sort();
}

function fromFileError(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new KernelError("storage_full", "The disk is full", {}, { cause: error });
  }
  if (code === "EIO") return new KernelError("storage_failed", "The disk reported an error", {}, { cause: error });
  return error;
}
