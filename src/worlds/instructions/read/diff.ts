import type { Instructions } from "../instructions.ts";
import type { Entries } from "../model/entries.ts";
import type { InstructionEntry } from "../model/entry.ts";
import { type Asked, type Cut, pageOf, shrinkEntry } from "../model/paging.ts";

/** What a client says it has. */
export interface ClientState {
  readonly clientHash?: string | undefined;
  readonly known?: readonly { readonly id: string; readonly sourceHash: string }[] | undefined;
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

type Step =
  | { readonly kind: "added" | "updated"; readonly entry: InstructionEntry }
  | { readonly kind: "removed"; readonly id: string };

/** What a client lacks; in pages, the parts follow each other: added, updated, removed. */
export function diffOf(entries: Entries, client: ClientState, page: Asked, deps: Instructions): DiffAnswer {
  const hash = entries.hash();
  if (client.known === undefined) {
    if (client.clientHash === hash) return { upToDate: true, hash };
    const { items, cut } = pageOf(entries.all(), page, deps.whole, shrinkEntry);
    return { hash, changed: items.map(deps.withUsage), ...cut };
  }
  const steps = stepsFrom(entries, client.known);
  if (steps.length === 0 && client.clientHash === hash) return { upToDate: true, hash };
  const { items, cut } = pageOf<Step>(steps, page, deps.whole, (step, chars) =>
    step.kind === "removed" ? step : { ...step, entry: shrinkEntry(step.entry, chars) },
  );
  const of = (kind: "added" | "updated") =>
    items.flatMap((step) => (step.kind === kind ? [deps.withUsage(step.entry)] : []));
  const removed = items.flatMap((step) => (step.kind === "removed" ? [step.id] : []));
  return { hash, added: of("added"), updated: of("updated"), removed, ...cut };
}

function stepsFrom(entries: Entries, known: NonNullable<ClientState["known"]>): Step[] {
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
