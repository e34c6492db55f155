import { createHash } from "node:crypto";
import { constants, createReadStream, type ReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { KernelError } from "../errors.ts";
import { type FileRoot, statsOf } from "./root.ts";
import { tenantFolder } from "./tenant-folder.ts";

const SHA256 = /^[0-9a-f]{64}$/;
/** The hash of a blob in its path: a folder, and a name in it. */
export const PREFIX = /^[0-9a-f]{2}$/;
export const REST = /^[0-9a-f]{62}$/;

/** Where blobs wait, below their root. */
export const INCOMING = "incoming";
/** The folder of the blobs of one tenant, below its own; in earlier builds that of all, below the root. */
export const BY_HASH = "sha256";
/** Says which blobs stay where earlier builds had them, because no log names them: with them alone there is nothing to do. */
export const LEFT = "left-in-place";

/** The root of content-addressed files. */
export function blobRoot(folder: string): FileRoot {
  return { name: "blobs", folder, aside: INCOMING, isShared: false };
}

export function isBlobName(sha256: string): boolean {
  return SHA256.test(sha256);
}

/** Where a blob of a tenant lies, below the root. */
export function blobPath(tenant: string, sha256: string): string {
  return `${tenantFolder(tenant)}/${pathByHash(sha256)}`;
}

/** Where a blob lies, below the folder of its tenant. */
export function pathByHash(sha256: string): string {
  if (!isBlobName(sha256)) throw new KernelError("not_found", "A blob is named by 64 hex digits");
  return `${BY_HASH}/${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

/** Every hash that has a file below a folder, sorted; whatever else lies there is passed over. */
export async function* listBlobs(folder: string): AsyncIterable<string> {
  const top = join(folder, BY_HASH);
  for (const prefix of await namesIn(top, PREFIX, "isDirectory")) {
    for (const rest of await namesIn(join(top, prefix), REST, "isFile")) yield `${prefix}${rest}`;
  }
}

async function namesIn(folder: string, form: RegExp, is: "isDirectory" | "isFile"): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
  return entries.flatMap((entry) => (form.test(entry.name) && entry[is]() ? [entry.name] : [])).sort();
}

export type BlobState = "right" | "missing" | "corrupt" | "not a file" | "unreadable";

/** Reads what lies in the place of a blob to its end and tells what it is. */
export async function stateOfBlob(path: string, sha256: string): Promise<BlobState> {
  const hash = createHash("sha256");
  try {
    const stats = statsOf(path);
    if (stats === undefined) return "missing";
    if (!stats.isFile()) return "not a file";
    for await (const chunk of readFileItself(path)) hash.update(chunk as Buffer);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "missing" : "unreadable";
  }
  return hash.digest("hex") === sha256 ? "right" : "corrupt";
}

/**
 * Finds a blob where it lies: in its place, or still aside, because whoever committed it has not got to moving it yet.
 * `waiting` is asked only when it is not in its place.
 */
export async function findBlob(
  { folder }: FileRoot,
  path: string,
  waiting: (path: string) => Promise<readonly string[]>,
): Promise<string | undefined> {
  const isThere = (candidate: string) => statsOf(join(folder, candidate))?.isFile() === true;
  if (isThere(path)) return join(folder, path);
  // Its place is looked at once more at the end: it may have been moved there between the two looks.
  for (const candidate of [...(await waiting(path)), path]) {
    if (isThere(candidate)) return join(folder, candidate);
  }
  return undefined;
}

/** Streams a file and fails at its end if it is not what its hash says. */
export function openVerified(path: string, sha256: string): Readable {
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
  const file = readFileItself(path);
  file.on("error", (cause) => {
    check.destroy(new KernelError("blob_corrupt", "A stored file cannot be read", { sha256 }, { cause }));
  });
  // Whoever has read enough lets go of the file too.
  check.on("close", () => file.destroy());
  return file.pipe(check);
}

/** Never what a link that someone put there leads to, and no waiting for a pipe. */
function readFileItself(path: string): ReadStream {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  return createReadStream(path, { flags: flags as unknown as string });
}
