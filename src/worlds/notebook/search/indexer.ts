import { refuseCancelled, sha256 } from "../../../kernel/index.ts";
import type { CollectionFiles } from "../files/collection-files.ts";
import { readNotebook } from "../files/read-notebook.ts";
import type { CatalogFile } from "../model/catalog.ts";
import { isSkipped } from "../model/parsed.ts";
import { cutPassages, type Passage } from "../model/passages.ts";
import type { VectorDocument } from "../model/vector-search.ts";
import { createFileStore } from "../store/file-store.ts";
import { createPassageStore } from "../store/passage-store.ts";
import type { Catalog } from "./catalog.ts";
import { type IndexWork, onFiles } from "./index-work.ts";

const FILES_PER_STEP = 100;
const BYTES_PER_STEP_MAX = 8 * 1024 * 1024;

interface CutNotebook {
  readonly row: CatalogFile;
  readonly passages: readonly Passage[];
}

/** Cuts notebooks into passages and puts them where search finds them. */
export function createIndexer(catalog: Catalog) {
  /** What was last indexed to the end, so that a call with nothing to do asks the database nothing. */
  const finished = new Map<string, string>();
  const turns = new Map<string, Promise<void>>();

  /** Brings catalog and index of a collection up to its files. Calls for one collection take turns. */
  async function refresh(work: IndexWork, collectionId: string): Promise<void> {
    const key = JSON.stringify([work.tenant, collectionId]);
    const before = turns.get(key);
    const turn = Promise.withResolvers<void>();
    turns.set(key, turn.promise);
    try {
      await before;
      const digest = await catalog.refresh(work, collectionId);
      if (finished.get(key) === digest) return;
      await indexPending(work, collectionId);
      finished.set(key, digest);
    } finally {
      if (turns.get(key) === turn.promise) turns.delete(key);
      turn.resolve();
    }
  }

  return { refresh };
}

async function indexPending(work: IndexWork, collectionId: string): Promise<void> {
  const total = await onFiles(work, (store) => store.count(collectionId, "unindexed"));
  if (total === 0) return;
  const files = await work.library.filesOf(collectionId);
  let done = 0;
  for (let last = ""; ; ) {
    const page = await onFiles(work, (store) => store.unindexedAfter(collectionId, last, FILES_PER_STEP));
    if (page.length === 0) return;
    last = page.at(-1)?.path ?? last;
    for await (const step of cutAll(work, collectionId, files, page)) await write(work, collectionId, step);
    done += page.length;
    await work.progress(done, total, `indexed ${done} of ${total} notebooks`);
  }
}

/** Reads and cuts outside of any transaction, a bounded number of bytes at a time. */
async function* cutAll(
  work: IndexWork,
  collectionId: string,
  files: CollectionFiles,
  page: readonly CatalogFile[],
): AsyncGenerator<CutNotebook[]> {
  let step: CutNotebook[] = [];
  let bytes = 0;
  for (const row of page) {
    refuseCancelled(work.signal);
    const file = await files.read(row.path);
    // Gone or changed since the catalog saw it: the next look at the folder takes it up.
    if (file.kind !== "file" || sha256(file.bytes) !== row.sha256) continue;
    const parsed = await readNotebook(row.path, file.bytes, work);
    if (isSkipped(parsed)) continue;
    step.push({ row, passages: cutPassages(collectionId, row.notebook_id, parsed) });
    bytes += file.bytes.length;
    if (bytes < BYTES_PER_STEP_MAX) continue;
    yield step;
    step = [];
    bytes = 0;
  }
  if (step.length > 0) yield step;
}

async function write(work: IndexWork, collectionId: string, step: readonly CutNotebook[]): Promise<void> {
  const now = work.env.now();
  await work.derive(async (derived) => {
    const store = createPassageStore(derived.sql, work.tenant);
    const files = createFileStore(derived.sql, work.tenant);
    const vectors = work.openVectors(derived);
    for (const { row, passages } of step) {
      const kept = new Set(passages.map((passage) => passage.referenceId));
      const gone = (await store.liveIds(collectionId, row.path)).filter((id) => !kept.has(id));
      if (gone.length > 0) await vectors.remove(collectionId, gone);
      await store.retire(gone);
      const { notebook_id: notebookId, path } = row;
      await store.put({ collectionId, notebookId, path, sha256: row.sha256 }, passages);
      if (passages.length > 0)
        await vectors.index(
          collectionId,
          passages.map((passage) => toDocument(row, passage)),
        );
      await files.markIndexed(collectionId, path, row.sha256, now);
    }
  });
}

function toDocument(row: CatalogFile, passage: Passage): VectorDocument {
  return {
    referenceId: passage.referenceId,
    notebookId: row.notebook_id,
    ordinal: passage.ordinal,
    page: passage.page,
    timestamp: passage.timestamp,
    speaker: passage.speaker,
    text: passage.text,
  };
}
