import type { EntitySchema, Policy, SchemaField } from "./entity-schema.ts";
import type { FieldType } from "./field-types.ts";

/** How the type files write a field: its type, `!` for required, `string[]` where one string may stand for the array. */
type FieldNotation = FieldType | `${FieldType}!` | "string[]";

interface TypeDescription {
  readonly description: string;
  readonly aliases?: readonly string[];
  readonly fields: Readonly<Record<string, FieldNotation>>;
  readonly policies?: Readonly<Record<string, Policy>>;
}

export type TypeFamily = Readonly<Record<string, TypeDescription>>;

export const LAST_WRITE: Policy = { strategy: "last_write", tie_breaker: "observed_at" };
export const HIGHEST_PRIORITY: Policy = { strategy: "highest_priority", tie_breaker: "observed_at" };
export const PRIORITY_ONLY: Policy = { strategy: "highest_priority", tie_breaker: "source_priority" };
export const MERGE_ARRAY: Policy = { strategy: "merge_array", tie_breaker: "observed_at" };

/** Bookkeeping that every type carries. It says nothing about the thing itself. */
const BOOKKEEPING: Readonly<Record<string, FieldNotation>> = {
  schema_version: "string!",
  import_date: "date",
  import_source_file: "string",
};

export function isBookkeeping(field: string): boolean {
  return Object.hasOwn(BOOKKEEPING, field);
}

export function describeType(entityType: string, type: TypeDescription): EntitySchema {
  const fields = Object.entries({ ...type.fields, ...BOOKKEEPING });
  return {
    entity_type: entityType,
    schema_version: "1.0",
    description: type.description,
    aliases: type.aliases ?? [],
    fields: Object.fromEntries(fields.map(([name, notation]) => [name, readNotation(notation)])),
    policies: type.policies ?? {},
    open: false,
  };
}

function readNotation(notation: FieldNotation): SchemaField {
  if (notation === "string[]") return { type: "array", required: false, items: "string" };
  const required = notation.endsWith("!");
  return { type: (required ? notation.slice(0, -1) : notation) as FieldType, required };
}
