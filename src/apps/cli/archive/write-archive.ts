import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST, type Manifest } from "./manifest.ts";
import { BLOCK_BYTES, padding, toHeader } from "./tar-header.ts";

/** Who may read a backup: it holds the keys. */
const OWNER_ONLY = 0o600;

/** Writes files of a folder into one tar file, the manifest last, and makes it durable. */
export async function writeArchive(
  target: string,
  folder: string,
  paths: readonly string[],
  about: Omit<Manifest, "files">,
  progress: (done: number, total: number) => void,
): Promise<Manifest> {
  const archive = await open(target, "wx", OWNER_ONLY);
  try {
    const files: Record<string, Manifest["files"][string]> = {};
    for (const [index, path] of paths.entries()) {
      files[path] = await putFile(archive, join(folder, path), path);
      progress(index + 1, paths.length);
    }
    const manifest = { ...about, files };
    const text = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
    const header = { name: MANIFEST, size: text.length, mode: OWNER_ONLY, modifiedMs: about.at, type: "0" } as const;
    await archive.writev([toHeader(header), text, padding(text.length), Buffer.alloc(2 * BLOCK_BYTES)]);
    await archive.sync();
    return manifest;
  } finally {
    await archive.close();
  }
}

async function putFile(archive: FileHandle, file: string, path: string): Promise<Manifest["files"][string]> {
  const { size, mode, mtimeMs } = await stat(file);
  await archive.write(toHeader({ name: path, size, mode, modifiedMs: mtimeMs, type: "0" }));
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk as Buffer);
    await archive.write(chunk as Buffer);
  }
  await archive.write(padding(size));
  return { bytes: size, sha256: hash.digest("hex") };
}
