import {
  ENTITIES_MERGED,
  ENTITIES_UNMERGED,
  ENTITY_SPLIT,
  type Merge,
  payloadOf,
  type Split,
  saysNothing,
  type Unmerge,
} from "../recorded.ts";

/** An entry of the log, as far as erasing goes. */
export interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly payload: unknown;
}

/** The log from its beginning, as often as it is asked for. */
export type Entries = () => AsyncIterable<Entry>;

/** Who counts for whom, as merges and splits have left it. */
export interface Groups {
  /** What an entity was merged into, itself where it was not. */
  shownOf(id: string): string;
  /** An entity and all that was merged into it. */
  membersOf(shownId: string): ReadonlySet<string>;
  /** The entities that an observation was about, one after another: whom the rules meant, then what splits gave it to. */
  pathOf(said: { readonly id: string; readonly rule_id: string }): readonly string[];
}

export async function readGroups(entries: Entries): Promise<Groups> {
  const mergedTo = new Map<string, string>();
  const assigned = new Map<string, string[]>();
  for await (const entry of entries()) {
    if (saysNothing(entry)) continue;
    if (entry.kind === ENTITIES_MERGED) {
      const { from_entity_id, to_entity_id } = payloadOf<Merge>(entry);
      mergedTo.set(from_entity_id, to_entity_id);
    } else if (entry.kind === ENTITIES_UNMERGED) mergedTo.delete(payloadOf<Unmerge>(entry).from_entity_id);
    else if (entry.kind === ENTITY_SPLIT) {
      const { observation_ids, new_entity_id } = payloadOf<Split>(entry);
      for (const id of observation_ids) assigned.set(id, [...(assigned.get(id) ?? []), new_entity_id]);
    }
  }
  const shownOf = (id: string) => endOf(mergedTo, id);
  return {
    shownOf,
    membersOf: (shownId) => new Set([shownId, ...[...mergedTo.keys()].filter((id) => shownOf(id) === shownId)]),
    pathOf: ({ id, rule_id }) => [rule_id, ...(assigned.get(id) ?? [])],
  };
}

/** Where a chain of merges ends; it has no circle. */
export function endOf(mergedTo: ReadonlyMap<string, string>, id: string): string {
  let at = id;
  for (let to = mergedTo.get(at); to !== undefined; to = mergedTo.get(at)) at = to;
  return at;
}
