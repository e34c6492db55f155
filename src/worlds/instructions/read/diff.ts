import type { Cut } from "../../../kernel/index.ts";
import type { Instructions } from "../instructions.ts";
import { type KnownEntry, type Step, stepsFrom } from "../model/diff.ts";
import type { Entries } from "../model/entries.ts";
import type { InstructionEntry } from "../model/entry.ts";
import { type Asked, pageOf, shrinkEntry } from "../model/paging.ts";
import { withUsage } from "./with-usage.ts";

/** What a client says it has. */
export interface ClientState {
  readonly clientHash?: string | undefined;
  readonly known?: readonly KnownEntry[] | undefined;
}

export type DiffAnswer =
  | { readonly upToDate: true; readonly hash: string }
  | ({ readonly hash: string; readonly changed: InstructionEntry[] } & Cut)
  | ({
      readonly hash: string;
      readonly added: InstructionEntry[];
      readonly updated: InstructionEntry[];
      readonly removed: string[];
    } & Cut);

/** What a client lacks; in pages, the parts follow each other: added, updated, removed. */
export function diffOf(instructions: Instructions, entries: Entries, client: ClientState, page: Asked): DiffAnswer {
  const { whole } = instructions;
  const used = withUsage(instructions);
  const hash = entries.hash();
  if (client.known === undefined) {
    if (client.clientHash === hash) return { upToDate: true, hash };
    const { items, cut } = pageOf(entries.all(), page, whole, shrinkEntry);
    return { hash, changed: items.map(used), ...cut };
  }
  const steps = stepsFrom(entries, client.known);
  if (steps.length === 0 && client.clientHash === hash) return { upToDate: true, hash };
  const { items, cut } = pageOf<Step>(steps, page, whole, (step, chars) =>
    step.kind === "removed" ? step : { ...step, entry: shrinkEntry(step.entry, chars) },
  );
  const of = (kind: "added" | "updated") => items.flatMap((step) => (step.kind === kind ? [used(step.entry)] : []));
  const removed = items.flatMap((step) => (step.kind === "removed" ? [step.id] : []));
  return { hash, added: of("added"), updated: of("updated"), removed, ...cut };
}
