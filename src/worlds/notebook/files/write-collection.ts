import { mkdir, rename, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KernelError } from "../../../kernel/index.ts";
import type { NotebookConfig } from "../config.ts";
import { LINKS_FILE } from "./library.ts";
import { readJson } from "./read-json.ts";
import { createFilesystemSource } from "./sources/filesystem.ts";

/** A file to be put into a collection. */
export interface NewFile {
  readonly path: string;
  readonly bytes: Uint8Array | string;
  /** Kept as the file's time, which is the notebook's when it names none. */
  readonly modifiedAt: number;
}

/** The folder that imports write to. Other storages are filled by their own tools. */
export function requireFolder({ notebook_storage }: NotebookConfig): string {
  if (notebook_storage.type === "filesystem") return notebook_storage.path;
  throw new KernelError("invalid_arguments", "Notebooks can be imported only where notebook_storage is filesystem");
}

/** Writes aside and renames, so that no reader ever sees half a file. */
export async function putFile(root: string, { path, bytes, modifiedAt }: NewFile): Promise<void> {
  const target = join(root, path);
  const aside = join(dirname(target), `.${path.split("/").at(-1)}.part`);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(aside, bytes);
  await utimes(aside, new Date(modifiedAt), new Date(modifiedAt));
  await rename(aside, target);
}

/** Notes that a collection stays where it is; without a path, that it no longer does. */
export async function putLink(root: string, collectionId: string, path: string | undefined, now: number) {
  const known = (await readJson(createFilesystemSource(root), LINKS_FILE)) ?? {};
  if (path === undefined && !Object.hasOwn(known, collectionId)) return;
  const links = { ...known, [collectionId]: path };
  await putFile(root, { path: LINKS_FILE, bytes: `${JSON.stringify(links, null, 2)}\n`, modifiedAt: now });
}
