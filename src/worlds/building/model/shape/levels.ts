import { type Element, measure, text } from "../element.ts";
import type { Elements } from "../state/branch-state.ts";

/** The level an element belongs to: its own, or that of what it hangs on. */
export function levelOf(elements: Elements, element: Element): Element | undefined {
  const own = text(element, "level_id") ?? text(element, "base_level");
  if (own !== undefined) return elements.get(own);
  const host = text(element, "wall_id") ?? text(element, "host_id") ?? text(element, "element_a");
  const found = host === undefined ? undefined : elements.get(host);
  return found && levelOf(elements, found);
}

/** Height of its level above the model's zero; zero where it has none. */
export function elevationOf(elements: Elements, element: Element): number {
  const level = levelOf(elements, element);
  return level === undefined ? 0 : measure(level, "elevation");
}
