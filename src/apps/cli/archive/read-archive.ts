import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KernelError } from "../../../kernel/serve.ts";
import { MANIFEST, Manifest } from "./manifest.ts";
import { BLOCK_BYTES, fromHeader, fromRecords, type TarHeader } from "./tar-header.ts";

const CHUNK_BYTES = 1024 * 1024;
const MANIFEST_BYTES_MAX = 1024 * 1024 * 1024;

/** Unpacks a backup into a new folder and holds every file against the manifest. */
export async function readArchive(
  source: string,
  folder: string,
  progress: (doneBytes: number, totalBytes: number) => void,
): Promise<Manifest> {
  const archive = await open(source, "r").catch((error) => {
    throw new KernelError("not_found", "The backup cannot be read", { file: source }, { cause: error });
  });
  try {
    const { size: total } = await archive.stat();
    const seen = new Map<string, Manifest["files"][string]>();
    let manifest: Manifest | undefined;
    for (let at = 0; ; ) {
      const found = await nextFile(archive, at);
      if (found === undefined) break;
      const { header, contentAt } = found;
      if (header.name === MANIFEST) manifest = readManifest(await readBytes(archive, contentAt, header.size));
      else seen.set(header.name, await unpack(archive, contentAt, header, folder));
      at = contentAt + Math.ceil(header.size / BLOCK_BYTES) * BLOCK_BYTES;
      progress(at, total);
    }
    if (manifest === undefined) throw damaged("it ends before its list of files");
    compare(manifest, seen);
    return manifest;
  } finally {
    await archive.close();
  }
}

/** The file whose header stands there; undefined at the end. */
async function nextFile(
  archive: FileHandle,
  at: number,
): Promise<{ header: TarHeader; contentAt: number } | undefined> {
  const header = fromHeader(await readBytes(archive, at, BLOCK_BYTES));
  if (header === "end") return undefined;
  if (header === undefined) throw damaged("it is no backup, or a part of it was changed");
  if (header.type !== "x") return { header, contentAt: at + BLOCK_BYTES };
  const records = fromRecords(await readBytes(archive, at + BLOCK_BYTES, header.size));
  const nextAt = at + BLOCK_BYTES + Math.ceil(header.size / BLOCK_BYTES) * BLOCK_BYTES;
  const next = fromHeader(await readBytes(archive, nextAt, BLOCK_BYTES));
  if (next === undefined || next === "end") throw damaged("a file's name is followed by no file");
  const { path: name = next.name, size = next.size } = records;
  return { header: { ...next, name, size }, contentAt: nextAt + BLOCK_BYTES };
}

async function unpack(archive: FileHandle, from: number, header: TarHeader, folder: string) {
  const { name, size, mode, modifiedMs } = header;
  if (name.split("/").some((part) => part === "" || part === "." || part === "..") || /[\\\0]/.test(name)) {
    throw damaged("it holds a name that leads out of the folder");
  }
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "wx", mode);
  const hash = createHash("sha256");
  try {
    for (let done = 0; done < size; ) {
      const chunk = await readBytes(archive, from + done, Math.min(CHUNK_BYTES, size - done));
      hash.update(chunk);
      await file.write(chunk);
      done += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await utimes(path, modifiedMs / 1000, modifiedMs / 1000);
  return { bytes: size, sha256: hash.digest("hex") };
}

function compare(manifest: Manifest, seen: ReadonlyMap<string, Manifest["files"][string]>): void {
  for (const [path, { sha256 }] of Object.entries(manifest.files)) {
    const found = seen.get(path);
    if (found === undefined) throw damaged("a file is missing", path);
    if (found.sha256 !== sha256) throw damaged("a file is not what was backed up", path);
  }
  const extra = [...seen.keys()].find((path) => !Object.hasOwn(manifest.files, path));
  if (extra !== undefined) throw damaged("a file is there that was not backed up", extra);
}

function readManifest(bytes: Buffer): Manifest {
  try {
    return Manifest.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw damaged("its list of files cannot be read; a newer version may have made it");
  }
}

async function readBytes(archive: FileHandle, at: number, size: number): Promise<Buffer> {
  if (!(size <= MANIFEST_BYTES_MAX)) throw damaged("a file is larger than it can be");
  const bytes = Buffer.alloc(size);
  for (let done = 0; done < size; ) {
    const { bytesRead } = await archive.read(bytes, done, size - done, at + done);
    if (bytesRead === 0) throw damaged("it was cut off");
    done += bytesRead;
  }
  return bytes;
}

function damaged(reason: string, path?: string): KernelError {
  return new KernelError("backup_damaged", `The backup is not whole: ${reason}`, path === undefined ? {} : { path });
}
