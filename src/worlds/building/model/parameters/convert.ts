import { issueWords, type Json, type JsonObject } from "../../../../kernel/index.ts";
import { refuse } from "../codes.ts";
import type { Element, ElementType, Parameters } from "../element.ts";
import { parametersOf } from "./of-type.ts";

/** What a caller gave for a new element, as it is kept; what was left out stays out. */
export function keptParameters(type: ElementType, given: Readonly<Record<string, unknown>>): Parameters {
  const kept: Record<string, Json> = {};
  for (const [name, parameter] of Object.entries(parametersOf(type))) {
    const value = given[name];
    if (value !== undefined && value !== null) kept[name] = parameter.keep(value as Json, name);
  }
  return kept;
}

/** One changed parameter, as it is kept: the name must be one of its type, and the value must fit it. */
export function keptValue(type: ElementType, name: string, value: unknown): Json {
  const known = parametersOf(type);
  const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
  if (parameter === undefined) {
    throw refuse("unknown_parameter", `A ${type} has no such parameter`, { type, known: Object.keys(known) });
  }
  if (parameter.isFixed) {
    throw refuse("out_of_range", `The ${name} of a ${type} is given when it is made and stays`, {
      type,
      parameter: name,
    });
  }
  const parsed = parameter.schema.safeParse(value);
  if (parsed.success) return parameter.keep(parsed.data as Json, name);
  const [issue] = parsed.error.issues;
  const code =
    issue?.code === "invalid_value" ? "bad_choice" : /^too_/.test(issue?.code ?? "") ? "out_of_range" : "wrong_type";
  throw refuse(code, `The value does not fit ${name}: ${issueWords(issue)}`, {
    type,
    parameter: name,
  });
}

/** An element as callers see it, in millimetres. */
export function shownParameters({ type, parameters }: Element): JsonObject {
  const known = parametersOf(type);
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, known[name]?.show(value) ?? value]),
  );
}

/** The other elements that this one cannot be without. */
export function referencesOf({ type, parameters }: Element): readonly string[] {
  const known = parametersOf(type);
  return Object.entries(parameters).flatMap(([name, value]) => known[name]?.refers?.(value) ?? []);
}
