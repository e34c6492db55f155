import { type Changes, type Element, text } from "../element.ts";
import { isWallVoid } from "../shape/voids.ts";
import type { Elements } from "../state/branch-state.ts";

/** What a change reaches: those whose solid or place is another afterwards, or whose rules must be looked at again. */
export function affectedBy(before: Elements, after: Elements, changes: Changes): string[] {
  const reached = new Map<string, "changed" | "shape">();
  const queue: string[] = [];
  const reach = (id: string, how: "changed" | "shape") => {
    const known = reached.get(id);
    if (known === "changed" || known === how) return;
    reached.set(id, how);
    queue.push(id);
  };
  for (const id of changes.keys()) reach(id, "changed");
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const how = reached.get(id);
    for (const elements of [before, after]) {
      const element = elements.get(id);
      if (element === undefined) continue;
      if (how === "changed") spread(elements, element, reach);
      else for (const one of elements.referrers(id)) if (one.type === "boolean") reach(one.id, "changed");
    }
  }
  return [...reached.keys()].filter((id) => after.get(id) !== undefined).sort();
}

function spread(elements: Elements, element: Element, reach: (id: string, how: "changed" | "shape") => void): void {
  // A hole changes what it is in; a join changes all that it joins.
  if (element.type === "opening" || isWallVoid(element)) {
    const host = text(element, "wall_id") ?? text(element, "host_id");
    if (host !== undefined) reach(host, "shape");
  }
  if (element.type === "join") for (const id of element.parameters.element_ids as string[]) reach(id, "shape");
  for (const one of elements.referrers(element.id)) {
    reach(one.id, "changed");
  }
}
