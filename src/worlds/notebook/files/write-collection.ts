import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Env, fromFileError, KernelError, replaceInside } from "../../../kernel/index.ts";
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

/** Puts a whole file in its place, so that no reader ever sees half of one, and never through a link. */
export async function putFile(root: string, { path, bytes, modifiedAt }: NewFile, env: Env): Promise<void> {
  try {
    await replaceInside(root, path, bytes, env.id(), { modifiedMs: modifiedAt });
  } catch (error) {
    throw fromFileError(error, "notebook");
  }
}

/** Notes that a collection stays where it is; without a path, that it no longer does. */
export async function putLink(root: string, collectionId: string, path: string | undefined, env: Env) {
  const known = (await readJson(createFilesystemSource(root), LINKS_FILE)) ?? {};
  if (path === undefined && !Object.hasOwn(known, collectionId)) return;
  const links = { ...known, [collectionId]: path };
  const bytes = `${JSON.stringify(links, null, 2)}\n`;
  await putFile(root, { path: LINKS_FILE, bytes, modifiedAt: env.now() }, env);
}

/** Takes a collection's own folder away, and nothing that a link leads to. */
export async function removeFolderOf(root: string, collectionId: string): Promise<void> {
  try {
    await rm(join(root, collectionId), { recursive: true, force: true });
  } catch (error) {
    throw fromFileError(error, "notebook");
  }
}
