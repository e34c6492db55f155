import type { Entries } from "./entries.ts";
import type { InstructionEntry } from "./entry.ts";

/** What a client says it has of one entry. */
export interface KnownEntry {
  readonly id: string;
  readonly sourceHash: string;
}

/** One thing a client must do to have what is here. */
export type Step =
  | { readonly kind: "added" | "updated"; readonly entry: InstructionEntry }
  | { readonly kind: "removed"; readonly id: string };

/** What a client lacks: first what is new to it, then what differs, then what is gone. */
export function stepsFrom(entries: Entries, known: readonly KnownEntry[]): Step[] {
  const has = new Map(known.map(({ id, sourceHash }) => [id, sourceHash]));
  const all = entries.all();
  const pick = (kind: "added" | "updated", fits: (entry: InstructionEntry) => boolean): Step[] =>
    all.filter(fits).map((entry) => ({ kind, entry }));
  return [
    ...pick("added", ({ id }) => !has.has(id)),
    ...pick("updated", ({ id, sourceHash }) => has.has(id) && has.get(id) !== sourceHash),
    ...[...has.keys()]
      .filter((id) => entries.get(id) === undefined)
      .sort()
      .map((id) => ({ kind: "removed" as const, id })),
  ];
}
