import type { Element } from "../model/element.ts";
import type { Branch } from "./branch-store.ts";
import type { Stores } from "./stores.ts";

/** What a branch held after one of its events: what its parent held where it forked, and what it made of that itself. */
export async function elementsAt(stores: Stores, branch: Branch, seq: number): Promise<Map<string, Element>> {
  const parent = branch.parent_id === null ? undefined : await stores.branches.find(branch.parent_id);
  const held = parent === undefined ? new Map() : await elementsAt(stores, parent, branch.fork_seq ?? 0);
  for (const [id, element] of await stores.versions.upTo(branch.id, seq)) {
    if (element === null) held.delete(id);
    else held.set(id, element);
  }
  return held;
}
