import { basename } from "node:path";
import { type ImportHost, KernelError } from "../../../kernel/index.ts";
import { copyNotebooks } from "../files/copy-notebooks.ts";
import { requirePath } from "../files/given-path.ts";
import { readJson } from "../files/read-json.ts";
import { createFilesystemSource } from "../files/sources/filesystem.ts";
import { putFile, putLink, requireFolder } from "../files/write-collection.ts";
import { NAMED_MAX } from "../model/given-up.ts";
import { GIVEN_UP } from "../model/parsed.ts";
import { slug } from "../model/slug.ts";
import { indexWork, type Lifetime } from "../notebook.ts";
import { createCollectionStore } from "../store/collection-store.ts";
import { createFileStore } from "../store/file-store.ts";

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
  const manifest = {
    title: basename(path),
    domain_tags: [],
    created_at: new Date(now).toISOString(),
    ...(typeof own === "object" ? own : {}),
    collection_id: id,
  };
  if (host.options.link !== undefined) {
    if (!isFolder) throw new KernelError("invalid_arguments", "Only a folder can be linked; a single file is copied");
    await putLink(root, id, path, host.env);
  } else {
    await copyNotebooks(root, id, source, host);
    await putLink(root, id, undefined, host.env);
  }
  const bytes = `${JSON.stringify(manifest, null, 2)}\n`;
  await putFile(root, { path: `${id}/collection.json`, bytes, modifiedAt: now }, host.env);
  return indexAndReport(lifetime, id, host);
}

/** Indexes a collection and says in one line what it holds. */
export async function indexAndReport(lifetime: Lifetime, id: string, host: ImportHost): Promise<string> {
  const { notebooks, skipped, givenUp } = await indexCollection(lifetime, id, host);
  for (const { path, skipped: reason } of givenUp) host.print(`not read: ${path} ${GIVEN_UP[reason]}`);
  const left = Object.entries(skipped).map(([reason, files]) => `${files} ${reason.replaceAll("_", " ")}`);
  const counted = `${notebooks} ${notebooks === 1 ? "notebook" : "notebooks"}`;
  return `collection ${id}: ${counted}${left.length > 0 ? `; not read: ${left.join(", ")}` : ""}`;
}

async function indexCollection(lifetime: Lifetime, id: string, host: ImportHost) {
  const { env, progress } = host;
  const { id: tenant, derive } = host.installation;
  await lifetime.indexer.refresh(indexWork(lifetime, { tenant, env, derive, signal: NEVER, progress }), id);
  const row = await derive(({ sql }) => createCollectionStore(sql, tenant).find(id));
  const givenUp = await derive(({ sql }) => createFileStore(sql, tenant).givenUp(id, NAMED_MAX));
  return {
    givenUp,
    notebooks: row?.notebooks ?? 0,
    skipped: JSON.parse(row?.skipped ?? "{}") as Record<string, number>,
  };
}
