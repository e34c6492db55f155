import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { type ImportHost, KernelError } from "../../../kernel/index.ts";
import { formatOf } from "../files/formats/read-notebook.ts";
import { readJson } from "../files/library.ts";
import type { FileSource } from "../files/sources/file-source.ts";
import { createFilesystemSource } from "../files/sources/filesystem.ts";
import { putFile, putLink, requireFolder } from "../files/write-collection.ts";
import { slug } from "../model/slug.ts";
import type { House } from "../notebook.ts";
import type { Upkeep } from "../search/index-work.ts";

const NEVER = new AbortController().signal;

/** Brings a folder or a file in as one collection: a copy, or with `--link` a note of where it is. */
export async function importNotebook(house: House, given: string, host: ImportHost): Promise<string> {
  const root = requireFolder(house.config);
  const path = await requirePath(given);
  const isFolder = (await lstat(path)).isDirectory();
  const id = host.options.collection ?? slug(basename(path).replace(isFolder ? "" : /\.[a-z]+$/i, ""));
  if (!/^[^./\\][^/\\]*$/.test(id)) throw new KernelError("invalid_arguments", "--collection must be a plain name");
  const now = host.env.now();
  const own = isFolder ? await readJson(createFilesystemSource(path), "collection.json") : undefined;
  const manifest = {
    title: basename(path),
    domain_tags: [],
    created_at: new Date(now).toISOString(),
    ...(typeof own === "object" ? own : {}),
    collection_id: id,
  };
  if (host.options.link !== undefined) {
    if (!isFolder) throw new KernelError("invalid_arguments", "Only a folder can be linked; a single file is copied");
    await putLink(root, id, path, now);
  } else {
    await copyNotebooks(root, id, path, isFolder, host);
    await putLink(root, id, undefined, now);
  }
  await putFile(root, {
    path: `${id}/collection.json`,
    bytes: `${JSON.stringify(manifest, null, 2)}\n`,
    modifiedAt: now,
  });
  return indexAndReport(house, id, host);
}

async function requirePath(given: string): Promise<string> {
  try {
    return await realpath(resolve(given));
  } catch {
    throw new KernelError("not_found", "There is no such folder or file to import", { path: given });
  }
}

/** A folder that is a collection already keeps its layout, so that its artifacts do not become notebooks. */
async function copyNotebooks(root: string, id: string, path: string, isFolder: boolean, host: ImportHost) {
  const source = createFilesystemSource(isFolder ? path : dirname(path));
  const layout =
    isFolder && (await source.folders("")).includes("notebooks") && (await source.exists("collection.json"));
  const wanted = (file: string) => {
    if (!isFolder) return file === basename(path) ? `${id}/notebooks/${file}` : undefined;
    if (!layout) return formatOf(file) === undefined ? undefined : `${id}/notebooks/${file}`;
    return /^(notebooks|artifacts)\//.test(file) && formatOf(file) !== undefined ? `${id}/${file}` : undefined;
  };
  let total = 0;
  for await (const file of source.walk("")) if (wanted(file.path) !== undefined) total += 1;
  let done = 0;
  for await (const file of source.walk("")) {
    const target = wanted(file.path);
    if (target === undefined) continue;
    await copyOne(source, file.path, root, target, host);
    done += 1;
    host.progress(done, total, "copied");
  }
}

async function copyOne(source: FileSource, from: string, root: string, to: string, host: ImportHost): Promise<void> {
  const file = await source.read(from);
  if (file.kind === "file") await putFile(root, { path: to, bytes: file.bytes, modifiedAt: file.modifiedAt });
  else host.print(`not copied: ${from} (${file.kind === "gone" ? "gone" : file.reason.replaceAll("_", " ")})`);
}

/** Indexes a collection and says in one line what it holds. */
export async function indexAndReport(house: House, id: string, host: ImportHost): Promise<string> {
  const { notebooks, skipped } = await indexCollection(house, id, host);
  const left = Object.entries(skipped).map(([reason, files]) => `${files} ${reason.replaceAll("_", " ")}`);
  const counted = `${notebooks} ${notebooks === 1 ? "notebook" : "notebooks"}`;
  return `collection ${id}: ${counted}${left.length > 0 ? `; not read: ${left.join(", ")}` : ""}`;
}

async function indexCollection(house: House, id: string, host: ImportHost) {
  const upkeep: Upkeep = {
    tenant: host.tenant,
    library: house.library,
    openVectors: house.openVectors,
    env: host.env,
    derive: host.derive,
    signal: NEVER,
    progress: (done, total, what) => host.progress(done, total, what),
  };
  await house.indexer.refresh(upkeep, id);
  const row = await house.catalog.read(upkeep, id);
  return { notebooks: row?.notebooks ?? 0, skipped: JSON.parse(row?.skipped ?? "{}") as Record<string, number> };
}
