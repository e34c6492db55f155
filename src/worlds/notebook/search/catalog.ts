import { createHash } from "node:crypto";
import type { Derived } from "../../../kernel/index.ts";
import { batchesOf } from "../../../kernel/index.ts";
import type { Shelf } from "../files/library.ts";
import { lookAtFile } from "../files/look-at-file.ts";
import type { FoundFile, RefusedFile } from "../files/sources/file-source.ts";
import { type CatalogStore, type CollectionRow, createCatalogStore, type FileRow } from "../store/catalog-store.ts";
import { createPassageStore } from "../store/passage-store.ts";
import { stopIfCancelled, type Upkeep } from "./index-work.ts";

type Found = FoundFile | RefusedFile;

const FILES_PER_STEP = 200;
/** Files held in memory at once while they are looked at. */
const READS_AT_ONCE = 8;
/** A walk that takes longer than this is not repeated for each call … */
const QUICK_WALK_MS = 50;
/** … but only after this many times as long. */
const REST_FACTOR = 4;

/** Updates of one call: in a folder that never rests, the next call goes on. */
const LOOKS_MAX = 3;

/** What this process remembers of its last look at a collection: enough to see that nothing changed. */
interface LastLook {
  readonly digest: string;
  readonly endedMs: number;
  readonly tookMs: number;
}

export type Catalog = ReturnType<typeof createCatalog>;

/** Notices new, changed and deleted files. Keeps what they are called, never what they say. */
export function createCatalog() {
  const lastLooks = new Map<string, LastLook>();

  /** Brings the catalog of one collection up to its files; answers with the digest of what it saw. */
  async function refresh(upkeep: Upkeep, collectionId: string): Promise<string> {
    const key = JSON.stringify([upkeep.tenant, collectionId]);
    const last = lastLooks.get(key);
    const startedMs = upkeep.env.monotonicMs();
    if (last !== undefined && last.tookMs > QUICK_WALK_MS && startedMs - last.endedMs < REST_FACTOR * last.tookMs)
      return last.digest;
    const shelf = await upkeep.library.shelf(collectionId);
    let digest = await digestOf(upkeep, shelf);
    const tookMs = upkeep.env.monotonicMs() - startedMs;
    let seen = last?.digest;
    // Looked at once more after an update: what changed meanwhile, also under another process, must not be missed.
    for (let tries = 0; digest !== seen && tries < LOOKS_MAX; tries += 1) {
      if (await isCurrent(upkeep, collectionId, digest)) break;
      await update(upkeep, collectionId, shelf, digest);
      seen = digest;
      digest = await digestOf(upkeep, shelf);
    }
    lastLooks.set(key, { digest, endedMs: upkeep.env.monotonicMs(), tookMs });
    return digest;
  }

  /** What the catalog says of a collection. */
  function read(upkeep: Upkeep, collectionId: string): Promise<CollectionRow | undefined> {
    return onStore(upkeep, collectionId, (store) => store.collection());
  }

  return { refresh, read };
}

function onStore<Value>(
  upkeep: Upkeep,
  collectionId: string,
  work: (store: CatalogStore) => Promise<Value>,
): Promise<Value> {
  return upkeep.derive(({ sql }) => work(createCatalogStore(sql, upkeep.tenant, collectionId)));
}

async function isCurrent(upkeep: Upkeep, collectionId: string, digest: string): Promise<boolean> {
  return (await onStore(upkeep, collectionId, (store) => store.collection()))?.digest === digest;
}

/** One number for all names and stamps, the same in whatever order the files are found. */
async function digestOf(upkeep: Upkeep, shelf: Shelf): Promise<string> {
  const sum = Buffer.alloc(32);
  for await (const file of shelf.walk()) {
    stopIfCancelled(upkeep);
    const one = createHash("sha256")
      .update(`${file.path}\0${stampOf(file)}`)
      .digest();
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) ^ (one[at] ?? 0);
  }
  return sum.toString("hex");
}

function stampOf(file: Found): string {
  return "refused" in file ? `refused-${file.refused}` : file.stamp;
}

async function update(upkeep: Upkeep, collectionId: string, shelf: Shelf, digest: string): Promise<void> {
  let seen = 0;
  for await (const step of stepsOf(shelf)) {
    stopIfCancelled(upkeep);
    seen += await updateStep(upkeep, collectionId, shelf, step);
    await upkeep.progress(seen, seen, `looked at ${seen} files`);
  }
  await removeDeleted(upkeep, collectionId, shelf, seen);
  const now = upkeep.env.now();
  await onStore(upkeep, collectionId, async (store) => {
    await store.settleIds();
    await store.settle(digest, now);
  });
}

async function* stepsOf(shelf: Shelf): AsyncGenerator<Found[]> {
  let step: Found[] = [];
  for await (const file of shelf.walk()) {
    step.push(file);
    if (step.length < FILES_PER_STEP) continue;
    yield step;
    step = [];
  }
  if (step.length > 0) yield step;
}

/** Looks at the files of a step that may have changed. Reading is done outside of any transaction. */
async function updateStep(upkeep: Upkeep, collectionId: string, shelf: Shelf, step: readonly Found[]): Promise<number> {
  const paths = step.map((file) => file.path);
  const known = await onStore(upkeep, collectionId, (store) => store.filesAt(paths));
  const changed = step.filter((file) => known.get(file.path)?.stamp !== stampOf(file));
  const fresh: FileRow[] = [];
  for (const some of batchesOf(changed, READS_AT_ONCE)) {
    const rows = await Promise.all(some.map((file) => lookAtFile(shelf, file, known.get(file.path))));
    fresh.push(...rows.filter((row) => row !== undefined));
  }
  if (fresh.length > 0) await write(upkeep, collectionId, fresh);
  const gone = changed.length - fresh.length;
  return step.length - gone;
}

/** Keeps what was found. A file that is no notebook any more leaves the index at once. */
async function write(upkeep: Upkeep, collectionId: string, fresh: readonly FileRow[]): Promise<void> {
  await upkeep.derive(async (derived) => {
    for (const row of fresh) if (row.skipped !== null) await retireAll(upkeep, derived, collectionId, row.path);
    await createCatalogStore(derived.sql, upkeep.tenant, collectionId).put(fresh);
  });
}

/** Forgets files that are gone. Their passages leave the index; nothing of theirs is quoted again. */
async function removeDeleted(upkeep: Upkeep, collectionId: string, shelf: Shelf, seen: number): Promise<void> {
  if ((await onStore(upkeep, collectionId, (store) => store.count("all"))) === seen) return;
  for (let last = ""; ; ) {
    stopIfCancelled(upkeep);
    const page = await onStore(upkeep, collectionId, (store) => store.after(last, FILES_PER_STEP));
    if (page.length === 0) return;
    last = page.at(-1)?.path ?? last;
    const gone: string[] = [];
    for (const { path } of page) if (!(await shelf.exists(path))) gone.push(path);
    if (gone.length > 0) await forget(upkeep, collectionId, gone);
  }
}

async function forget(upkeep: Upkeep, collectionId: string, paths: readonly string[]): Promise<void> {
  await upkeep.derive(async (derived) => {
    for (const path of paths) await retireAll(upkeep, derived, collectionId, path);
    await createCatalogStore(derived.sql, upkeep.tenant, collectionId).remove(paths);
  });
}

async function retireAll(upkeep: Upkeep, derived: Derived, collectionId: string, path: string): Promise<void> {
  const passages = createPassageStore(derived.sql, upkeep.tenant);
  const ids = await passages.liveIds(collectionId, path);
  if (ids.length === 0) return;
  await upkeep.openVectors(derived).remove(collectionId, ids);
  await passages.retire(ids);
}
