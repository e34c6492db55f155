import type { Event } from "../../../kernel/index.ts";
import type { InstructionEntry } from "./entry.ts";
import { catalogHash } from "./hashes.ts";
import { byCodeUnit } from "./names.ts";

/** The kind of the event that says which entries a call changed. */
export const CHANGED = "instructions.changed";

/** One entry's content before and after: hashes, never bodies. */
export interface Change {
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The ids that an event says were changed; undefined for events of another kind. */
export function changedIds({ kind, payload }: Event): readonly string[] | undefined {
  if (kind !== CHANGED) return undefined;
  return (payload as unknown as { changes: readonly Change[] }).changes.map(({ id }) => id);
}

/** The catalog hash as it would be with these changes: what a rehearsal answers. */
export function hashAfter(entries: readonly InstructionEntry[], changes: readonly Change[]): string {
  const hashes = new Map(entries.map(({ id, sourceHash }) => [id, sourceHash]));
  for (const { id, after } of changes) {
    if (after === null) hashes.delete(id);
    else hashes.set(id, after);
  }
  const pairs = [...hashes].sort(([a], [b]) => byCodeUnit(a, b)).map(([id, sourceHash]) => ({ id, sourceHash }));
  return catalogHash(pairs);
}
