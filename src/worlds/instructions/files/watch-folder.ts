import { type FSWatcher, statfsSync, watch } from "node:fs";
import { basename } from "node:path";

/** What happened in a folder since it was last asked: names to read again, or what calls for more. */
export type FolderChanges = ReadonlySet<string> | "look at every file" | "another folder";

export interface FolderWatch {
  /** Waits for what the system has already reported, then hands it over once. */
  take(): Promise<FolderChanges>;
  close(): void;
}

/** The system keeps 16 384 notices at most and drops the rest without a word; well below that we look ourselves. */
const NOTICES_MAX = 4096;

/** Linux's numbers of file systems that only this machine changes: ext, xfs, btrfs, tmpfs, overlay, zfs, f2fs. */
const LOCAL_FILE_SYSTEMS = new Set([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010]);

/** Watches a folder where the system reports every change in order; undefined where it does not. */
export function watchFolder(folder: string): FolderWatch | undefined {
  const self = basename(folder);
  let names = new Set<string>();
  let notices = 0;
  let lost = false;
  let watcher: FSWatcher;
  try {
    if (process.platform !== "linux" || !LOCAL_FILE_SYSTEMS.has(statfsSync(folder).type)) return undefined;
    watcher = watch(folder, { persistent: false }, (_event, name) => {
      notices += 1;
      if (name === null) lost = true;
      else names.add(name);
    });
  } catch {
    // No watch is to be had: every call then looks at every file.
    return undefined;
  }
  watcher.on("error", () => {
    lost = true;
  });
  return {
    async take() {
      // A change made before this call has its notice queued; the second turn is certain to have polled for it.
      await nextTurn();
      await nextTurn();
      const taken = names;
      const many = lost || notices > NOTICES_MAX;
      names = new Set();
      notices = 0;
      // The folder's own name is reported when it is moved or removed.
      if (taken.has(self)) return "another folder";
      return many ? "look at every file" : taken;
    },
    close: () => watcher.close(),
  };
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
