import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../files/read-file.ts";
import { isObject } from "../model/authored.ts";
import type { Entries } from "../model/entries.ts";
import { firstOf } from "../model/paging.ts";

/** How the catalog differs from the state that was declared canonical. */
export interface Drift {
  readonly missing: string[];
  readonly changed: string[];
  readonly extra: string[];
  readonly drift: number;
  /** Why it could not be told. */
  readonly problem?: string;
}

/** Compares with `snapshots/canonical-instructions.json`: what instructions/export answered once, or its items alone. */
export function readDrift(dataFolder: string, entries: Entries): Drift {
  const canonical = readCanonical(join(dataFolder, "snapshots", "canonical-instructions.json"));
  if (typeof canonical === "string") return { missing: [], changed: [], extra: [], drift: 0, problem: canonical };
  const missing = [...canonical.keys()].filter((id) => entries.get(id) === undefined).sort();
  const changed = entries.all().filter(({ id, sourceHash }) => (canonical.get(id) ?? sourceHash) !== sourceHash);
  const extra = entries.all().filter(({ id }) => !canonical.has(id));
  return {
    missing,
    changed: changed.map(({ id }) => id),
    extra: extra.map(({ id }) => id),
    drift: missing.length + changed.length + extra.length,
  };
}

/** For an answer that has other things to say too; `drift` still counts all. */
export function shortened(drift: Drift, whole: boolean): Drift {
  const first = (ids: string[]) => firstOf(ids, whole, 2000);
  return { ...drift, missing: first(drift.missing), changed: first(drift.changed), extra: first(drift.extra) };
}

function readCanonical(path: string): Map<string, string> | string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    return codeOf(error) === "ENOENT" ? "there is no snapshot" : "the snapshot cannot be read";
  }
  try {
    const parsed: unknown = JSON.parse(text);
    const items: unknown = isObject(parsed) ? parsed.items : parsed;
    if (!Array.isArray(items) || !items.every(isItem)) return "the snapshot is not a list of {id, sourceHash}";
    return new Map(items.map(({ id, sourceHash }) => [id, sourceHash]));
  } catch {
    return "the snapshot is not valid JSON";
  }
}

function isItem(value: unknown): value is { id: string; sourceHash: string } {
  return isObject(value) && typeof value.id === "string" && typeof value.sourceHash === "string";
}
