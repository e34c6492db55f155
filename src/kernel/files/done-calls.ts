import type { Sql } from "../sql.ts";
import { type Finished, flushFolders } from "./finish.ts";
import { createJournalStore } from "./journal-store.ts";

/** Entries that are done may lie in the journal until there are so many: one statement then removes them all. */
const DONE_MAX = 32;

/** What one owner has done in one root. */
interface Done {
  readonly owner: string;
  readonly root: string;
  /** How many entries each call has. */
  readonly calls: Map<string, number>;
  /** Folders to be flushed before the journal may forget. */
  readonly unflushed: Set<string>;
}

/** What is done and still in the journal. */
export interface DoneCalls {
  has(owner: string, root: string, call: string): boolean;
  note(owner: string, root: string, finished: Finished): void;
  /** Removes done entries of these owners, whose lanes the transaction holds; the answer is called once it is committed. */
  forget(sql: Sql, owners: ReadonlySet<string>, atLeast?: number): Promise<() => void>;
  /** Whose entries there are, those that wrote last at the end. */
  owners(): string[];
}

export function createDoneCalls(): DoneCalls {
  const known = new Map<string, Done>();
  const keyOf = (owner: string, root: string) => JSON.stringify([owner, root]);

  function drop(done: Done, calls: readonly string[], folders: readonly string[]): void {
    for (const call of calls) done.calls.delete(call);
    for (const folder of folders) done.unflushed.delete(folder);
    const key = keyOf(done.owner, done.root);
    // Users come and go; of those that have nothing in the journal nothing is kept.
    if (done.calls.size === 0 && known.get(key) === done) known.delete(key);
  }

  return {
    has: (owner, root, call) => known.get(keyOf(owner, root))?.calls.has(call) ?? false,
    note(owner, root, { calls, unflushed }) {
      if (calls.size === 0) return;
      const key = keyOf(owner, root);
      const done = known.get(key) ?? { owner, root, calls: new Map(), unflushed: new Set() };
      known.delete(key);
      known.set(key, done);
      for (const [call, entries] of calls) done.calls.set(call, entries);
      for (const folder of unflushed) done.unflushed.add(folder);
    },
    async forget(sql, owners, atLeast = DONE_MAX) {
      const forgotten: (() => void)[] = [];
      for (const done of [...known.values()]) {
        const entries = [...done.calls.values()].reduce((sum, count) => sum + count, 0);
        if (!owners.has(done.owner) || entries < atLeast) continue;
        const calls = [...done.calls.keys()];
        // Until here the journal would have brought them back after a power cut. Those of many calls cost one flush.
        const folders = [...done.unflushed];
        await flushFolders(folders);
        await createJournalStore(sql).forget(done.owner, done.root, calls);
        forgotten.push(() => drop(done, calls, folders));
      }
      return () => {
        for (const forget of forgotten) forget();
      };
    },
    owners: () => [...new Set([...known.values()].map(({ owner }) => owner))],
  };
}
