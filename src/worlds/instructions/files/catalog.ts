import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createEntries, type Entries } from "../model/entries.ts";
import { sameStamp } from "../model/entry-file.ts";
import { mayHoldEntry, OWNERS_FILE } from "../model/names.ts";
import { NO_OWNERS, readOwners } from "../model/owners.ts";
import { codeOf, readEntryFile, stampOf } from "./read-file.ts";
import { type FolderWatch, nextTurn, watchFolder } from "./watch-folder.ts";

export interface CatalogOptions {
  readonly folder: string;
  /** Looks at every file at each call, as where the system reports no changes. */
  readonly alwaysReload: boolean;
  readonly trailingNewline: boolean;
}

const FILES_PER_TURN = 256;

export type Catalog = ReturnType<typeof createCatalog>;

/** The entries of one folder, in memory, and how they follow the files. It writes nothing. */
export function createCatalog({ folder, alwaysReload, trailingNewline }: CatalogOptions) {
  const entries: Entries = createEntries(trailingNewline);
  let watching: FolderWatch | undefined;
  let folderStamp: string | undefined;
  let ownersText: string | undefined;
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  /** Reads names one after another and lets other calls through in between. */
  async function readFiles(names: Iterable<string>, nowMs: number): Promise<void> {
    let count = 0;
    for (const name of names) {
      entries.put(name, readEntryFile(folder, name), nowMs);
      if (++count % FILES_PER_TURN === 0) await nextTurn();
    }
  }

  /** What lies in the folder now; what no longer does is dropped. */
  function listFolder(nowMs: number): string[] {
    const names = readdirSync(folder).filter(mayHoldEntry);
    const present = new Set(names);
    for (const name of entries.files.keys()) if (!present.has(name)) entries.put(name, { kind: "gone" }, nowMs);
    return names;
  }

  async function reload(nowMs: number): Promise<void> {
    watching?.close();
    // First the watch, then the reading: a change in between is then seen twice, not never.
    watching = alwaysReload ? undefined : watchFolder(folder);
    await loadOwners();
    await readFiles(listFolder(nowMs), nowMs);
  }

  /** Looks at every file and reads those that may differ. */
  async function rescan(nowMs: number): Promise<void> {
    const everything = await loadOwners();
    const names = listFolder(nowMs);
    await readFiles(everything ? names : names.filter(mayDiffer), nowMs);
  }

  function mayDiffer(name: string): boolean {
    const known = entries.files.get(name);
    if (known === undefined || known.fresh || known.stamp === undefined) return true;
    const stats = (known.shared ? statSync : lstatSync)(join(folder, name), { throwIfNoEntry: false });
    return stats === undefined || !sameStamp(stampOf(stats), known.stamp);
  }

  /** Answers whether it says something else now about who owns what. */
  async function loadOwners(): Promise<boolean> {
    const read = readEntryFile(folder, OWNERS_FILE);
    const text = read.kind === "text" ? read.text : read.kind;
    if (text === ownersText) return false;
    if (read.kind === "text") entries.setOwners(await readOwners(read.text));
    else entries.setOwners(read.kind === "gone" ? NO_OWNERS : { ...NO_OWNERS, problems: [read.reason] });
    ownersText = text;
    return true;
  }

  function clear(nowMs: number): void {
    watching?.close();
    watching = undefined;
    ownersText = undefined;
    entries.setOwners(NO_OWNERS);
    for (const name of [...entries.files.keys()]) entries.put(name, { kind: "gone" }, nowMs);
    // The whole folder may only have been moved for a moment: what was remembered of it stays remembered.
    entries.forgotten.clear();
  }

  async function follow(nowMs: number): Promise<void> {
    const reported = await watching?.take();
    const stamp = stampOfFolder(folder);
    const before = folderStamp;
    // Unknown until it is read to the end: a failure in between makes the next call begin anew.
    folderStamp = undefined;
    if (stamp === undefined) clear(nowMs);
    else if (stamp !== before || reported === "another folder") await reload(nowMs);
    else if (reported === undefined || reported === "look at every file") await rescan(nowMs);
    else if (reported.has(OWNERS_FILE) && (await loadOwners())) await readFiles(listFolder(nowMs), nowMs);
    else {
      const shared = [...entries.shared].filter(mayDiffer);
      await readFiles(new Set([...shared, ...[...reported].filter(mayHoldEntry)]), nowMs);
    }
    folderStamp = stamp;
  }

  return {
    folder,
    entries,
    /** Brings the entries up to what the files say now. Calls that wait share one look; none shares one already begun. */
    refresh(nowMs: number): Promise<void> {
      if (waiting === undefined) {
        const mine = running.then(() => {
          waiting = undefined;
          return follow(nowMs);
        });
        waiting = mine;
        running = mine.catch(() => {});
      }
      return waiting;
    },
    /** Reads everything again at the next refresh. */
    forget(): void {
      folderStamp = undefined;
    },
    reread: (names: Iterable<string>, nowMs: number) => readFiles(names, nowMs),
    /** A file of the folder that is about instructions; undefined when there is none. */
    read(name: string): { text: string } | { reason: string } | undefined {
      const read = readEntryFile(folder, name);
      if (read.kind === "gone") return undefined;
      return read.kind === "text" ? { text: read.text } : { reason: read.reason };
    },
    close(): void {
      watching?.close();
      watching = undefined;
      folderStamp = undefined;
    },
  };
}

/** Tells a folder from another of the same name. */
function stampOfFolder(folder: string): string | undefined {
  try {
    const { dev, ino, birthtimeMs } = statSync(folder);
    return `${dev}:${ino}:${birthtimeMs}`;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}
