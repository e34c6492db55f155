import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { KernelError } from "../../../kernel/index.ts";
import { detectedType } from "./mime-type.ts";

/** A file to be brought in. */
export interface WalkedFile {
  readonly path: string;
  /** Its way from the folder that was named. */
  readonly name: string;
  readonly bytes: number;
}

/** Every file below a folder, by its way from there, in order; hidden ones and links are left out. One file is itself. */
export async function walkFiles(path: string): Promise<WalkedFile[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new KernelError("not_found", "There is nothing at this path", { path });
  if (found.isFile()) return [{ path, name: basename(path), bytes: found.size }];
  const files: WalkedFile[] = [];
  const waiting = [""];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const entry of await readdir(join(path, below), { withFileTypes: true })) {
      if (entry.name.startsWith(".")) continue;
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(name);
      else if (entry.isFile()) files.push({ path: join(path, name), name, bytes: (await stat(join(path, name))).size });
    }
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export function readBytes(path: string): Promise<Buffer> {
  return readFile(path);
}

/** What a file is. A charset that is only guessed is left to whoever reads the file, and is told by them. */
export function typeOfFile(name: string, content: Buffer): string {
  const { text, essence, isGuessed } = detectedType(name, content);
  return isGuessed ? essence : text;
}

/** Writes a file where a person wants it, and never over one that is there. */
export async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new KernelError("conflict", "There is a file at this path already", { path });
    if (code === "ENOENT") throw new KernelError("not_found", "There is no such folder to write to", { path });
    throw new KernelError("storage_unwritable", "The file cannot be written there", { path }, { cause: error });
  }
}
