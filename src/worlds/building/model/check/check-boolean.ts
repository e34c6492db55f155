import { refuse } from "../codes.ts";
import type { Element } from "../element.ts";
import { shapeOf } from "../shape/of-element.ts";
import type { Elements } from "../state/branch-state.ts";

/** Both operands are solids, and not one and the same. */
export function checkBoolean(elements: Elements, result: Element): void {
  const ids = [String(result.parameters.element_a), String(result.parameters.element_b)];
  if (ids[0] === ids[1])
    throw refuse("invalid_join", "An element cannot be combined with itself", { element_id: ids[0] ?? "" });
  for (const id of ids) {
    const operand = elements.get(id);
    if (operand !== undefined && shapeOf(elements, operand) !== undefined) continue;
    throw refuse("not_solid", "Only solids can be combined", { element_id: id });
  }
}
