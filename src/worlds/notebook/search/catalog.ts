import { createHash } from "node:crypto";
import { batchesOf, type Derived, refuseCancelled } from "../../../kernel/index.ts";
import type { CollectionFiles } from "../files/collection-files.ts";
import { lookAtFile } from "../files/look-at-file.ts";
import type { FoundFile, RefusedFile } from "../files/sources/file-source.ts";
import type { CatalogFile } from "../model/catalog.ts";
import { createCollectionStore } from "../store/collection-store.ts";
import { createFileStore } from "../store/file-store.ts";
import { createPassageStore } from "../store/passage-store.ts";
import { type IndexWork, onFiles } from "./index-work.ts";

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
  async function refresh(work: IndexWork, collectionId: string): Promise<string> {
    const key = JSON.stringify([work.tenant, collectionId]);
    const last = lastLooks.get(key);
    const startedMs = work.env.monotonicMs();
    if (last !== undefined && last.tookMs > QUICK_WALK_MS && startedMs - last.endedMs < REST_FACTOR * last.tookMs)
      return last.digest;
    const files = await work.library.filesOf(collectionId);
    let digest = await digestOf(work, files);
    const tookMs = work.env.monotonicMs() - startedMs;
    let seen = last?.digest;
    // Looked at once more after an update: what changed meanwhile, also under another process, must not be missed.
    for (let tries = 0; digest !== seen && tries < LOOKS_MAX; tries += 1) {
      if (await isCurrent(work, collectionId, digest)) break;
      await update(work, collectionId, files, digest);
      seen = digest;
      digest = await digestOf(work, files);
    }
    lastLooks.set(key, { digest, endedMs: work.env.monotonicMs(), tookMs });
    return digest;
  }

  return { refresh };
}

async function isCurrent(work: IndexWork, collectionId: string, digest: string): Promise<boolean> {
  const known = await work.derive(({ sql }) => createCollectionStore(sql, work.tenant).find(collectionId));
  return known?.digest === digest;
}

/** One number for all names and stamps, the same in whatever order the files are found. */
async function digestOf(work: IndexWork, files: CollectionFiles): Promise<string> {
  const sum = Buffer.alloc(32);
  for await (const file of files.walk()) {
    refuseCancelled(work.signal);
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

async function update(work: IndexWork, collectionId: string, files: CollectionFiles, digest: string): Promise<void> {
  let seen = 0;
  for await (const step of stepsOf(files)) {
    // Each step is durable, so the next look goes on where this one stopped.
    refuseCancelled(work.signal);
    seen += await updateStep(work, collectionId, files, step);
    await work.progress(seen, seen, `looked at ${seen} files`);
  }
  await removeDeleted(work, collectionId, files, seen);
  const now = work.env.now();
  await work.derive(async ({ sql }) => {
    const known = createFileStore(sql, work.tenant);
    await known.settleIds(collectionId);
    const sum = await known.sum(collectionId);
    await createCollectionStore(sql, work.tenant).put(collectionId, { ...sum, digest, changed_at: now });
  });
}

async function* stepsOf(files: CollectionFiles): AsyncGenerator<Found[]> {
  let step: Found[] = [];
  for await (const file of files.walk()) {
    step.push(file);
    if (step.length < FILES_PER_STEP) continue;
    yield step;
    step = [];
  }
  if (step.length > 0) yield step;
}

/** Looks at the files of a step that may have changed. Reading is done outside of any transaction. */
async function updateStep(
  work: IndexWork,
  collectionId: string,
  files: CollectionFiles,
  step: readonly Found[],
): Promise<number> {
  const paths = step.map((file) => file.path);
  const known = await onFiles(work, (store) => store.findAt(collectionId, paths));
  const changed = step.filter((file) => known.get(file.path)?.stamp !== stampOf(file));
  const fresh: CatalogFile[] = [];
  for (const some of batchesOf(changed, READS_AT_ONCE)) {
    const rows = await Promise.all(some.map((file) => lookAtFile(files, file, known.get(file.path), work)));
    fresh.push(...rows.filter((row) => row !== undefined));
  }
  if (fresh.length > 0) await write(work, collectionId, fresh);
  const gone = changed.length - fresh.length;
  return step.length - gone;
}

/** Keeps what was found. A file that is no notebook any more leaves the index at once. */
async function write(work: IndexWork, collectionId: string, fresh: readonly CatalogFile[]): Promise<void> {
  await work.derive(async (derived) => {
    for (const row of fresh) if (row.skipped !== null) await retireAll(work, derived, collectionId, row.path);
    await createFileStore(derived.sql, work.tenant).put(collectionId, fresh);
  });
}

/** Forgets files that are gone. Their passages leave the index; nothing of theirs is quoted again. */
async function removeDeleted(
  work: IndexWork,
  collectionId: string,
  files: CollectionFiles,
  seen: number,
): Promise<void> {
  if ((await onFiles(work, (store) => store.count(collectionId, "all"))) === seen) return;
  for (let last = ""; ; ) {
    refuseCancelled(work.signal);
    const page = await onFiles(work, (store) => store.after(collectionId, last, FILES_PER_STEP));
    if (page.length === 0) return;
    last = page.at(-1)?.path ?? last;
    const gone: string[] = [];
    for (const { path } of page) if (!(await files.exists(path))) gone.push(path);
    if (gone.length > 0) await forget(work, collectionId, gone);
  }
}

async function forget(work: IndexWork, collectionId: string, paths: readonly string[]): Promise<void> {
  await work.derive(async (derived) => {
    for (const path of paths) await retireAll(work, derived, collectionId, path);
    await createFileStore(derived.sql, work.tenant).remove(collectionId, paths);
  });
}

async function retireAll(work: IndexWork, derived: Derived, collectionId: string, path: string): Promise<void> {
  const passages = createPassageStore(derived.sql, work.tenant);
  const ids = await passages.liveIds(collectionId, path);
  if (ids.length === 0) return;
  await work.openVectors(derived).remove(collectionId, ids);
  await passages.retire(ids);
}
