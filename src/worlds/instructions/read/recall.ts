import { INSTALLATION, type Sql } from "../../../kernel/index.ts";
import type { Instructions } from "../instructions.ts";
import type { Entries } from "../model/entries.ts";
import { fileOf } from "../model/names.ts";
import type { FirstSeen } from "../model/normalise.ts";
import { createFirstSeenStore } from "../store/first-seen-store.ts";

/** The entries as the files say now, for who only needs to know which there are. */
export async function currentEntries({ catalog, scope }: Instructions): Promise<Entries> {
  await catalog.refresh(scope.env.now());
  return catalog.entries;
}

/** Takes over what is remembered and writes nothing: what a write does, whose transaction may still be undone. */
export async function recall(instructions: Instructions): Promise<void> {
  const { catalog, scope } = instructions;
  const nowMs = scope.env.now();
  const ids = [...catalog.entries.unsettled];
  if (ids.length > 0) await adopt(instructions, await firstSeenIn(scope.sql).find(ids), nowMs);
}

/** Lets entries say what was first seen of them; those that said something else are read again. */
export async function adopt(
  { catalog }: Instructions,
  seen: ReadonlyMap<string, FirstSeen>,
  nowMs: number,
): Promise<void> {
  const differing = [...seen].filter(([id, one]) => catalog.entries.remember(id, one)).map(([id]) => fileOf(id));
  await catalog.reread(differing, nowMs);
}

/** The folder is one for all users, and so is what was first seen in it. */
export function firstSeenIn(sql: Sql) {
  return createFirstSeenStore(sql, INSTALLATION);
}
