import { checkElement } from "../check/check-element.ts";
import { checkReferences } from "../check/check-references.ts";
import type { Changes, Element } from "../element.ts";
import { shapeOf } from "../shape/of-element.ts";
import { keyOf, type Shape } from "../shape/shape.ts";
import type { BranchState } from "../state/branch-state.ts";
import { affectedBy } from "./affected.ts";

/** What a change comes to, before any solid is made. */
export interface Regeneration {
  readonly state: BranchState;
  /** Every element that the change reaches, in order of id. */
  readonly affected: readonly Element[];
  /** The shapes of those that are solids, by their keys. */
  readonly shapes: ReadonlyMap<string, Shape>;
}

/** Follows a change through all that depends on it. It holds as a whole or is refused as a whole. */
export function regenerate(before: BranchState, changes: Changes): Regeneration {
  const state = before.with(changes);
  for (const [id, element] of changes) checkReferences(state, id, element);
  const affected = affectedBy(before, state, changes).map((id) => state.get(id) as Element);
  const shapes = new Map<string, Shape>();
  for (const element of affected) {
    checkElement(state, element, changes);
    const shape = shapeOf(state, element)?.shape;
    if (shape !== undefined) shapes.set(keyOf(shape), shape);
  }
  return { state, affected, shapes };
}
