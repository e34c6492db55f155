import { canonicalJson } from "../../../kernel/index.ts";
import type { Building, Where } from "../building.ts";
import { type Element, type ElementType, text, toJson } from "../model/element.ts";
import { keptParameters } from "../model/parameters/convert.ts";
import { ELEMENT_CREATED } from "../model/recorded.ts";
import type { PlannedEvent } from "./change.ts";

/** A new element of what a caller gave. */
export function newElement(building: Building, type: ElementType, given: Readonly<Record<string, unknown>>): Element {
  return { id: building.scope.env.id(), type, parameters: keptParameters(type, given) };
}

export function created(element: Element, source = "tool"): PlannedEvent {
  return { kind: ELEMENT_CREATED, aggregate_id: element.id, payload: { element: toJson(element), source } };
}

export interface Levelled {
  readonly given: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/** The level of an element that names none: the lowest. What was decided for the caller is told. */
export function withLevel({ state }: Where, given: Readonly<Record<string, unknown>>): Levelled {
  if (given.level_id !== undefined) return { given, warnings: [] };
  const [lowest] = state
    .ofType("level")
    .sort((a, b) => Number(a.parameters.elevation) - Number(b.parameters.elevation) || (a.id < b.id ? -1 : 1));
  if (lowest === undefined) {
    return { given, warnings: ["There is no level yet, so it stands at height 0 and on no level."] };
  }
  const warning = `No level_id was given, so it stands on the lowest level, ${lowest.id}.`;
  return { given: { ...given, level_id: lowest.id }, warnings: [warning] };
}

/** Exact duplicates are allowed, and told. */
export function duplicateWarnings({ state }: Where, element: Element): string[] {
  const anchor =
    text(element, "level_id") ?? text(element, "wall_id") ?? text(element, "host_id") ?? text(element, "base_level");
  const beside = anchor === undefined ? state.ofType(element.type) : state.referrers(anchor);
  const same = beside.find((one) => one.type === element.type && isSame(one, element));
  return same === undefined ? [] : [`It is an exact duplicate of ${same.id}.`];
}

/** Most differ in the first parameter that is looked at. */
function isSame(one: Element, other: Element): boolean {
  const names = Object.keys(one.parameters);
  if (names.length !== Object.keys(other.parameters).length) return false;
  return names.every((name) => {
    const [a, b] = [one.parameters[name] ?? null, other.parameters[name] ?? null];
    return a === b || (typeof a === "object" && canonicalJson(a) === canonicalJson(b));
  });
}
