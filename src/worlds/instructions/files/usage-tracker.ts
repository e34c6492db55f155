import { join } from "node:path";
import type { Env, Scope } from "../../../kernel/index.ts";
import { isoOf } from "../model/normalise.ts";
import { dayOf, merge, sum, type Usage, type UsageSnapshot } from "../model/usage.ts";
import { createUsageFile } from "./usage-snapshot.ts";

type Derive = Scope["derive"];

const DEBOUNCE_MS = 500;

export type UsageTracker = ReturnType<typeof createUsageTracker>;

/** Counts uses: in memory at once, in the file of the data folder soon, added to what other processes counted. */
export function createUsageTracker(folder: string, keepsDays: boolean) {
  const file = createUsageFile(join(folder, "usage-snapshot.json"));
  const closing = new AbortController();
  let pending = new Map<string, Usage>();
  /** What is being written: until the file has it, it is what is known. */
  let writing: UsageSnapshot | undefined;
  let waiting = false;
  let setAside = false;

  /** Adds what is pending to the file. The caller holds the write lock of the data folder. */
  async function flush(env: Env, removed: ReadonlySet<string> = new Set()): Promise<void> {
    const mine = pending;
    if (mine.size === 0 && removed.size === 0) return;
    if (file.isCorrupt()) {
      await file.setAside(env.now());
      setAside = true;
    }
    const merged = merge(file.snapshot(), mine);
    for (const id of removed) merged.delete(id);
    // Counts that come while the file is written belong to the next flush.
    pending = new Map();
    writing = merged;
    try {
      await file.write(merged, env.id());
    } catch (error) {
      pending = merge(mine, pending);
      throw error;
    } finally {
      writing = undefined;
    }
  }

  /** Flushes once the burst of uses is over. Does nothing if one is to come already. */
  async function flushLater(env: Env, derive: Derive): Promise<void> {
    if (waiting) return;
    waiting = true;
    await env.sleep(DEBOUNCE_MS, closing.signal);
    waiting = false;
    if (pending.size > 0 && !closing.signal.aborted) await derive(() => flush(env));
  }

  const kept = (): UsageSnapshot => writing ?? file.snapshot();

  return {
    /** What is counted: on disk and in memory together. */
    snapshot: (): UsageSnapshot => (pending.size === 0 ? kept() : merge(kept(), pending)),
    of: (id: string): Usage | undefined => sum(kept().get(id), pending.get(id)),
    /** A use at this time; it counts only once it is kept. */
    used(times: number, nowMs: number): Usage {
      const at = isoOf(nowMs);
      const days = keepsDays ? { days: { [dayOf(nowMs)]: times } } : {};
      return { usageCount: times, firstSeenTs: at, lastUsedAt: at, ...days };
    },
    keep(id: string, use: Usage): void {
      pending.set(id, sum(pending.get(id), use));
    },
    flush,
    flushLater,
    /** Writes what is pending and ends the waiting. */
    async close(env: Env | undefined, derive: Derive): Promise<void> {
      closing.abort();
      if (env !== undefined && pending.size > 0) await derive(() => flush(env));
      file.release();
    },
    /** What is wrong with the file, in words; undefined when nothing is. */
    problem(): string | undefined {
      if (file.isCorrupt()) return "usage-snapshot.json cannot be read; the next use sets it aside";
      return setAside ? "usage-snapshot.json could not be read and was set aside" : undefined;
    },
  };
}
