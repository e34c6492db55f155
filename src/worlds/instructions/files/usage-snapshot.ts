import { type BigIntStats, closeSync, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { isJsonObject, replaceFile } from "../../../kernel/index.ts";
import type { Usage, UsageSnapshot } from "../model/usage.ts";
import { CAREFULLY, codeOf } from "./read-file.ts";

/** The file all processes of a data folder add their counts to. Whoever writes it holds the folder's write lock. */
export function createUsageFile(path: string) {
  let stamp: string | undefined;
  let known: UsageSnapshot | "corrupt" = new Map();
  /** Kept open, so that no later version of the file can be given the same inode. */
  let held: number | undefined;

  /** What the file says now. It is replaced whole, so its inode tells whether it must be read. */
  function read(): UsageSnapshot | "corrupt" {
    const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true });
    if ((stats && stampOf(stats)) === stamp) return known;
    release();
    if (stats === undefined) return known;
    // A link or a pipe is none of ours: the next write sets it aside.
    held = stats.isFile() ? openSync(path, CAREFULLY) : undefined;
    // Of what was opened, which may be newer than what was looked at.
    stamp = stampOf(held === undefined ? stats : fstatSync(held, { bigint: true }));
    known = held === undefined ? "corrupt" : parse(readFileSync(held, "utf8"));
    return known;
  }

  function release(): void {
    if (held !== undefined) closeSync(held);
    held = undefined;
    stamp = undefined;
    known = new Map();
  }

  return {
    /** An unreadable file counts as empty until it is set aside by the next write. */
    snapshot(): UsageSnapshot {
      const found = read();
      return found === "corrupt" ? new Map() : found;
    },
    isCorrupt: () => read() === "corrupt",
    release,
    /** Keeps a file that cannot be read, under a name that says when. */
    setAside: (nowMs: number) => rename(path, `${path}.bad-${nowMs}`),
    async write(snapshot: UsageSnapshot, newName: string): Promise<void> {
      const ordered = [...snapshot].sort(([a], [b]) => (a < b ? -1 : 1));
      await replaceFile(path, `${JSON.stringify(Object.fromEntries(ordered), null, 1)}\n`, newName);
    },
  };
}

function stampOf({ ino, mtimeNs, size }: BigIntStats): string {
  return `${ino}:${mtimeNs}:${size}`;
}

function parse(text: string): UsageSnapshot | "corrupt" {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isJsonObject(parsed)) return "corrupt";
    const entries = Object.entries(parsed);
    return entries.every(([, usage]) => isUsage(usage)) ? new Map(entries as [string, Usage][]) : "corrupt";
  } catch (error) {
    if (codeOf(error) !== "unknown") throw error;
    return "corrupt";
  }
}

function isUsage(value: unknown): value is Usage {
  return (
    isJsonObject(value) &&
    Number.isInteger(value.usageCount) &&
    (value.usageCount as number) >= 0 &&
    typeof value.firstSeenTs === "string" &&
    typeof value.lastUsedAt === "string" &&
    (value.days === undefined || (isJsonObject(value.days) && Object.values(value.days).every(Number.isInteger)))
  );
}
