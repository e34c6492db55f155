import type { Json } from "../../../kernel/index.ts";
import type { Element } from "../model/element.ts";
import { ELEMENT_MODIFIED, updated } from "../model/recorded.ts";
import type { PlannedEvent } from "./change.ts";

/** An element with some parameters changed, and what is said of it. */
export function modified(
  element: Element,
  updates: Readonly<Record<string, Json>>,
): { after: Element; event: PlannedEvent } {
  const previousValues = Object.fromEntries(
    Object.keys(updates).map((name) => [name, element.parameters[name] ?? null]),
  );
  return {
    after: updated(element, updates),
    event: { kind: ELEMENT_MODIFIED, aggregate_id: element.id, payload: { updates, previousValues } },
  };
}
