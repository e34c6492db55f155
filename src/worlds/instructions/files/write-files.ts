import { lstatSync } from "node:fs";
import { mkdir, open, rename, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KernelError } from "../../../kernel/index.ts";
import { type Edit, type Stamp, sameStamp } from "../model/entry-file.ts";
import { VERSION_FILE } from "../model/names.ts";
import { codeOf, readEntryFile, stampOf } from "./read-file.ts";

export interface Writing {
  readonly folder: string;
  /** A new name for files that are written aside. */
  newName(): string;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  /** Told now and then how many files are ready. */
  progress?(done: number, total: number): void;
}

interface Prepared {
  readonly edit: Edit;
  readonly before: string | undefined;
  readonly stamp: Stamp | undefined;
  readonly modifiedMs: number | undefined;
  /** Where the new text waits; undefined for a removal. */
  readonly aside: string | undefined;
}

const AT_ONCE = 16;
const TRIES = 3;
const PROGRESS_EVERY = 200;

/**
 * Changes files all together or not at all: the new texts are on the disk before the first one takes its place.
 * A reader sees the old or the new file, never half of one. Answers with the names of those that changed.
 */
export async function writeFiles(writing: Writing, edits: readonly Edit[]): Promise<string[]> {
  const ready: (Prepared | undefined)[] = [];
  const done: Prepared[] = [];
  try {
    await mkdir(writing.folder, { recursive: true });
    await prepareAll(writing, edits, ready);
    if (!ready.some((one) => one !== undefined)) return [];
    refuseCancelled(writing.signal);
    for (const one of ready) {
      const settled = one && (await place(writing, one));
      if (settled !== undefined) done.push(settled);
    }
    await writeFile(join(writing.folder, VERSION_FILE), `${new Date(writing.nowMs).toISOString()}\n`);
    await syncFolder(writing.folder);
    refuseCancelled(writing.signal);
    return done.map(({ edit }) => edit.file);
  } catch (error) {
    await discard(ready);
    await undo(writing, done);
    throw worded(error);
  }
}

async function prepare(writing: Writing, edit: Edit): Promise<Prepared | undefined> {
  const path = join(writing.folder, edit.file);
  const read = readEntryFile(writing.folder, edit.file);
  const current = read.kind === "text" ? { text: read.text, modifiedMs: read.stamp.modifiedMs } : undefined;
  const text = edit.make(current);
  if (text === undefined || (text === null && read.kind === "gone")) return undefined;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const known = {
    edit,
    before: current?.text,
    stamp: stats && stampOf(stats),
    modifiedMs: edit.keepsTime === true ? current?.modifiedMs : undefined,
  };
  if (text === null) return { ...known, aside: undefined };
  const aside = join(writing.folder, `.${edit.file}.${writing.newName()}.tmp`);
  await writeAside(aside, text, known.modifiedMs);
  return { ...known, aside };
}

/** Writes a file whole and durably under a name of its own, to be moved into place. */
export async function writeAside(aside: string, text: string, modifiedMs?: number): Promise<void> {
  const file = await open(aside, "wx");
  try {
    await file.writeFile(text);
    if (modifiedMs !== undefined) await utimes(aside, modifiedMs / 1000, modifiedMs / 1000);
    await file.sync();
  } catch (error) {
    await unlink(aside);
    throw error;
  } finally {
    await file.close();
  }
}

/** Puts a prepared file in its place. If someone has changed it meanwhile, the edit is made anew from what it says now. */
async function place(writing: Writing, prepared: Prepared): Promise<Prepared | undefined> {
  let one: Prepared | undefined = prepared;
  for (let tries = 0; one !== undefined; tries += 1) {
    const path = join(writing.folder, one.edit.file);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined ? one.stamp === undefined : sameStamp(stampOf(stats), one.stamp)) {
      return await replace(path, one);
    }
    await discard([one]);
    if (tries === TRIES) {
      throw new KernelError("conflict", "A file kept changing while it was written", { file: one.edit.file });
    }
    one = await prepare(writing, one.edit);
  }
  return undefined;
}

async function replace(path: string, prepared: Prepared): Promise<Prepared> {
  try {
    if (prepared.aside === undefined) await unlink(path);
    else await rename(prepared.aside, path);
    return prepared;
  } catch (error) {
    await discard([prepared]);
    throw error;
  }
}

async function discard(prepared: readonly (Prepared | undefined)[]): Promise<void> {
  for (const one of prepared) {
    if (one?.aside !== undefined) await unlink(one.aside).catch(ignoreGone);
  }
}

/** Brings back what was there, newest change first. */
async function undo(writing: Writing, done: readonly Prepared[]): Promise<void> {
  for (const { edit, before } of [...done].reverse()) {
    const path = join(writing.folder, edit.file);
    if (before === undefined) await unlink(path).catch(ignoreGone);
    else {
      const aside = join(writing.folder, `.${edit.file}.${writing.newName()}.tmp`);
      await writeAside(aside, before, undefined);
      await rename(aside, path);
    }
  }
  if (done.length > 0) await syncFolder(writing.folder);
}

function ignoreGone(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Several at once, because each waits for the disk. Those that are ready stand in `ready` even when one fails. */
async function prepareAll(writing: Writing, edits: readonly Edit[], ready: (Prepared | undefined)[]): Promise<void> {
  let next = 0;
  let failed: { error: unknown } | undefined;
  const worker = async () => {
    while (next < edits.length && failed === undefined) {
      const index = next++;
      try {
        ready[index] = await prepare(writing, edits[index] as Edit);
        if (index % PROGRESS_EVERY === PROGRESS_EVERY - 1) writing.progress?.(index + 1, edits.length);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failed !== undefined) throw failed.error;
}

function refuseCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new KernelError("cancelled", "The caller cancelled this call");
}

const FULL = new Set(["ENOSPC", "EDQUOT"]);
const UNWRITABLE = new Set(["EACCES", "EPERM", "EROFS", "EISDIR", "ENOTDIR", "ENOTEMPTY"]);

/** The disk's words for a failure, as ours. */
function worded(error: unknown): unknown {
  const code = codeOf(error);
  if (FULL.has(code)) {
    return new KernelError("storage_full", "The disk of the instructions folder is full", {}, { cause: error });
  }
  if (!UNWRITABLE.has(code)) return error;
  return new KernelError("storage_unwritable", "The instructions folder cannot be written", {}, { cause: error });
}
