import type { Json, JsonObject } from "../../../../kernel/index.ts";
import { fitValue } from "./fit-value.ts";
import { isBookkeeping } from "./types/describe-type.ts";
import { type EntitySchema, fieldOf } from "./types/entity-schema.ts";

/** A value that its field's type does not admit. */
export interface FieldProblem {
  readonly field: string;
  readonly expected: string;
  readonly reason: string;
}

export interface SplitRow {
  readonly fields: JsonObject;
  readonly fragments: JsonObject;
  readonly problems: readonly FieldProblem[];
  /** Required fields that are not there, bookkeeping aside: the store itself knows the schema's version. */
  readonly missing: readonly string[];
}

/** Parts a row into what its schema claims and what it does not. Every value stands as it was given. */
export function splitRow(schema: EntitySchema, row: JsonObject): SplitRow {
  const fields: [string, Json][] = [];
  const fragments: [string, Json][] = [];
  const problems: FieldProblem[] = [];
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined || name === "entity_type") continue;
    const field = fieldOf(schema, name);
    const found = field && fitValue(field, value);
    if (found?.fits === false) problems.push({ field: name, expected: field?.type ?? "", reason: found.reason });
    (schema.open || found?.fits ? fields : fragments).push([name, value]);
  }
  const given = new Set(fields.filter(([, value]) => value !== null).map(([name]) => name));
  return {
    fields: Object.fromEntries(fields),
    fragments: Object.fromEntries(fragments),
    problems,
    missing: Object.keys(schema.fields).filter(
      (name) => schema.fields[name]?.required && !isBookkeeping(name) && !given.has(name),
    ),
  };
}
