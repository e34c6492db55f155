import type { Entries } from "./entries.ts";
import { firstOf } from "./paging.ts";

/** How the catalog differs from the state that was declared canonical. */
export interface Drift {
  readonly missing: string[];
  readonly changed: string[];
  readonly extra: string[];
  readonly drift: number;
  /** Why it could not be told. */
  readonly problem?: string;
}

/** Compares the entries with the hashes that were declared canonical, or tells why there are none. */
export function compareWith(canonical: ReadonlyMap<string, string> | string, entries: Entries): Drift {
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
