import { basename } from "node:path";
import { batchesOf, type ImportHost, KernelError } from "../../../kernel/index.ts";
import { type Copied, copyNotebooks } from "../files/copy-notebooks.ts";
import { type GivenPath, requirePath } from "../files/given-path.ts";
import { readJson } from "../files/read-json.ts";
import { createFilesystemSource } from "../files/sources/filesystem.ts";
import { putFile, putLink, requireFolder } from "../files/write-collection.ts";
import { IMPORTED, importedFiles, REMOVED } from "../model/collection-events.ts";
import { GIVEN_UP, isGivenUp } from "../model/parsed.ts";
import { slug } from "../model/slug.ts";
import { indexWork, type Lifetime } from "../notebook.ts";
import { createCollectionStore } from "../store/collection-store.ts";
import { createFileStore } from "../store/file-store.ts";

/** So many files that could not be read are named one by one; all are counted. */
const NAMED_MAX = 50;
/** An entry of the log stays small enough to be read. */
const FILES_PER_ENTRY = 500;

const NEVER = new AbortController().signal;

/** Brings a folder or a file in as one collection: a copy, or with `--link` a note of where it is. */
export async function importNotebook(lifetime: Lifetime, given: string, host: ImportHost): Promise<string> {
  const root = requireFolder(lifetime.config);
  const source = await requirePath(given);
  const { path, isFolder } = source;
  const id = host.options.collection ?? slug(basename(path).replace(isFolder ? "" : /\.[a-z]+$/i, ""));
  if (!/^[^./\\][^/\\]*$/.test(id)) throw new KernelError("invalid_arguments", "--collection must be a plain name");
  const now = host.env.now();
  const own = isFolder ? await readJson(createFilesystemSource(path), "collection.json") : undefined;
  // What a person wrote of the collection since it was first imported stays.
  const here = await readJson(createFilesystemSource(root), `${id}/collection.json`);
  const manifest = {
    title: host.options.collection ?? basename(path),
    domain_tags: [],
    created_at: new Date(now).toISOString(),
    ...(typeof here === "object" ? here : {}),
    ...(typeof own === "object" ? own : {}),
    collection_id: id,
  };
  const copied = host.options.link === undefined ? await copyKnowing(root, id, source, host) : undefined;
  if (copied === undefined) {
    if (!isFolder) throw new KernelError("invalid_arguments", "Only a folder can be linked; a single file is copied");
    await refuseHiding(root, id);
    if (host.options["dry-run"] !== undefined) return `collection ${id}: ${path} would be linked; nothing was written`;
    await putLink(root, id, path, host.env);
  } else if (copied.would !== undefined) {
    return `collection ${id}: ${copied.would} ${copied.would === 1 ? "file" : "files"} would be copied; nothing was written`;
  } else if (copied.stopped === undefined) {
    await putLink(root, id, undefined, host.env);
  }
  await recordImport(id, path, copied?.files, host);
  if (copied?.stopped !== undefined) throw copied.stopped;
  const bytes = `${JSON.stringify(manifest, null, 2)}\n`;
  await putFile(root, { path: `${id}/collection.json`, bytes, modifiedAt: now }, host.env);
  return indexAndReport(lifetime, id, host);
}

/** Copies, knowing what imports brought before, so that what was changed here since is told from it. */
async function copyKnowing(root: string, id: string, source: GivenPath, host: ImportHost): Promise<Copied> {
  const events = await host.derive(({ entries }) => entries("notebook", [IMPORTED, REMOVED]));
  return copyNotebooks(root, id, source, importedFiles(events).get(id) ?? new Map(), host);
}

/** A link would lie over the copy: its notebooks would be gone without a word. */
async function refuseHiding(root: string, id: string): Promise<void> {
  const source = createFilesystemSource(root);
  if (!(await source.folders(id)).includes("notebooks")) return;
  throw new KernelError(
    "conflict",
    `A copied collection ${id} is there already: choose another name with --collection, or \`bailiwick collections remove ${id}\` first`,
  );
}

/** The log says which files came, by their hashes; of a linked folder, where it is. */
async function recordImport(
  id: string,
  path: string,
  copied: ReadonlyMap<string, string> | undefined,
  host: ImportHost,
): Promise<void> {
  const parts = copied === undefined ? [undefined] : [...batchesOf([...copied], FILES_PER_ENTRY)];
  await host.derive(async ({ record }) => {
    for (const files of parts) {
      const what = files === undefined ? { linked: path } : { files: Object.fromEntries(files) };
      await record("notebook", "import", { kind: IMPORTED, payload: { collection_id: id, ...what } });
    }
  });
}

/** Indexes a collection and says in one line what it holds. */
export async function indexAndReport(lifetime: Lifetime, id: string, host: ImportHost): Promise<string> {
  const { notebooks, skipped, left } = await indexCollection(lifetime, id, host);
  for (const { path, skipped: reason } of left) {
    host.print(`not read: ${path} ${isGivenUp(reason) ? GIVEN_UP[reason] : `(${reason.replaceAll("_", " ")})`}`);
  }
  const counts = Object.entries(skipped).map(([reason, files]) => `${files} ${reason.replaceAll("_", " ")}`);
  const counted = `${notebooks} ${notebooks === 1 ? "notebook" : "notebooks"}`;
  return `collection ${id}: ${counted}${counts.length > 0 ? `; not read: ${counts.join(", ")}` : ""}`;
}

async function indexCollection(lifetime: Lifetime, id: string, host: ImportHost) {
  const { env, progress } = host;
  const { id: tenant, derive } = host.installation;
  await lifetime.indexer.refresh(indexWork(lifetime, { tenant, env, derive, signal: NEVER, progress }), id);
  const row = await derive(({ sql }) => createCollectionStore(sql, tenant).find(id));
  const left = await derive(({ sql }) => createFileStore(sql, tenant).skipped(id, NAMED_MAX));
  return {
    left,
    notebooks: row?.notebooks ?? 0,
    skipped: JSON.parse(row?.skipped ?? "{}") as Record<string, number>,
  };
}
