import { lstatSync } from "node:fs";
import { join } from "node:path";
import { type Files, KernelError, refuseCancelled } from "../../../kernel/index.ts";
import { type Edit, type Stamp, sameStamp } from "../model/entry-file.ts";
import { INSTRUCTIONS_ROOT, VERSION_FILE } from "../model/names.ts";
import { readEntryFile, stampOf } from "./read-file.ts";

export interface Writing {
  readonly folder: string;
  /** The files of the call, which take their places when it commits. */
  readonly files: Files;
  readonly nowMs: number;
  /** What is begun without one is finished. */
  readonly signal?: AbortSignal;
  /** Told now and then how many files are ready. */
  progress?(done: number, total: number): void;
}

interface Prepared {
  readonly edit: Edit;
  /** What was there before the edit read it. */
  readonly stamp: Stamp | undefined;
}

const NEVER = new AbortController().signal;
const AT_ONCE = 16;
const TRIES = 3;
const PROGRESS_EVERY = 200;

/**
 * Sets changes of files ready, all of them or none: they take their places together when the call commits, and the
 * catalog then follows them. The only way this world changes instructions. A reader sees the old or the new file, never
 * half of one. Answers with the names of those that change.
 */
export async function writeFiles(writing: Writing, edits: readonly Edit[]): Promise<string[]> {
  const { files, nowMs, signal = NEVER } = writing;
  const changing: string[] = [];
  try {
    await files.begin(INSTRUCTIONS_ROOT);
    const ready = await prepareAll(writing, edits);
    if (!ready.some((one) => one !== undefined)) return [];
    refuseCancelled(signal);
    for (const one of ready) {
      const settled = one && (await settle(writing, one));
      if (settled !== undefined) changing.push(settled.edit.file);
    }
    await files.put(INSTRUCTIONS_ROOT, VERSION_FILE, `${new Date(nowMs).toISOString()}\n`);
    refuseCancelled(signal);
    return changing;
  } catch (error) {
    for (const { file } of edits) await files.takeBack(INSTRUCTIONS_ROOT, file);
    throw error;
  }
}

async function prepare({ folder, files }: Writing, edit: Edit): Promise<Prepared | undefined> {
  // First the look, then the reading: a change in between is then noticed, and the edit is made anew.
  const stats = lstatSync(join(folder, edit.file), { throwIfNoEntry: false });
  const read = readEntryFile(folder, edit.file);
  const current = read.kind === "text" ? { text: read.text, modifiedMs: read.stamp.modifiedMs } : undefined;
  const text = edit.make(current);
  if (text === undefined || (text === null && read.kind === "gone")) return undefined;
  const keptTime = edit.keepsTime === true && current !== undefined ? { modifiedMs: current.modifiedMs } : {};
  if (text === null) await files.remove(INSTRUCTIONS_ROOT, edit.file);
  else await files.put(INSTRUCTIONS_ROOT, edit.file, text, keptTime);
  return { edit, stamp: stats && stampOf(stats) };
}

/** Makes sure that a file is still what the edit was made from. If someone has changed it, the edit is made anew. */
async function settle(writing: Writing, prepared: Prepared): Promise<Prepared | undefined> {
  let one: Prepared | undefined = prepared;
  for (let tries = 0; one !== undefined; tries += 1) {
    const stats = lstatSync(join(writing.folder, one.edit.file), { throwIfNoEntry: false });
    if (stats === undefined ? one.stamp === undefined : sameStamp(stampOf(stats), one.stamp)) return one;
    await writing.files.takeBack(INSTRUCTIONS_ROOT, one.edit.file);
    if (tries === TRIES) {
      throw new KernelError("conflict", "A file kept changing while it was written", { file: one.edit.file });
    }
    one = await prepare(writing, one.edit);
  }
  return undefined;
}

/** Several at once, because each waits for the disk. */
async function prepareAll(writing: Writing, edits: readonly Edit[]): Promise<(Prepared | undefined)[]> {
  const ready: (Prepared | undefined)[] = [];
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
  return ready;
}
