import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { KernelError } from "../errors.ts";
import { type FileRoot, statsOf } from "./root.ts";

const SHA256 = /^[0-9a-f]{64}$/;

/** The root of content-addressed files. */
export function blobRoot(folder: string): FileRoot {
  return { name: "blobs", folder, aside: "incoming", isShared: false };
}

/** Where a blob lies, below its root. */
export function blobPath(sha256: string): string {
  if (!SHA256.test(sha256)) throw new KernelError("not_found", "A blob is named by 64 hex digits");
  return `sha256/${sha256.slice(0, 2)}/${sha256.slice(2)}`;
}

/** Every hash in its place, sorted. */
export async function* listBlobs({ folder }: FileRoot): AsyncIterable<string> {
  const top = join(folder, "sha256");
  for (const prefix of await namesIn(top)) {
    for (const rest of await namesIn(join(top, prefix))) yield `${prefix}${rest}`;
  }
}

/** Reads a blob to its end and tells whether it is still what was stored. */
export async function verifyBlob({ folder }: FileRoot, sha256: string): Promise<boolean> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(join(folder, blobPath(sha256)))) hash.update(chunk as Buffer);
  return hash.digest("hex") === sha256;
}

/**
 * Finds a blob where it lies: in its place, or still aside, because whoever committed it has not got to moving it yet.
 * `waiting` is asked only when it is not in its place.
 */
export async function findBlob(
  { folder }: FileRoot,
  sha256: string,
  waiting: (path: string) => Promise<readonly string[]>,
): Promise<string | undefined> {
  const path = blobPath(sha256);
  const isThere = (candidate: string) => statsOf(join(folder, candidate)) !== undefined;
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
  const file = createReadStream(path);
  file.on("error", (error) => check.destroy(error));
  // Whoever has read enough lets go of the file too.
  check.on("close", () => file.destroy());
  return file.pipe(check);
}

async function namesIn(path: string): Promise<string[]> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.sort();
}
