import type { FieldType, Strategy } from "./field-types.ts";

export interface SchemaField {
  readonly type: FieldType;
  readonly required: boolean;
  /** What its items are, where a single item may stand for the whole array. */
  readonly items?: "string";
  readonly preserveCase?: boolean;
  readonly description?: string;
}

export interface Policy {
  readonly strategy: Strategy;
  readonly tie_breaker: "observed_at" | "source_priority";
}

export interface EntitySchema {
  readonly entity_type: string;
  readonly schema_version: string;
  readonly description: string;
  readonly aliases: readonly string[];
  readonly fields: Readonly<Record<string, SchemaField>>;
  readonly policies: Readonly<Record<string, Policy>>;
  /** Claims every field: a type nobody has described yet. */
  readonly open: boolean;
  /** Added fields whose older values were kept as fragments and count now. */
  readonly lifts?: ReadonlySet<string>;
  /** The built-in type whose rules it follows, where that is not its own name. */
  readonly like?: string;
}

const DEFAULT_POLICY: Policy = { strategy: "last_write", tie_breaker: "observed_at" };

/** A field's definition; names that every object inherits, such as constructor, are not fields. */
export function fieldOf(schema: EntitySchema, name: string): SchemaField | undefined {
  return Object.hasOwn(schema.fields, name) ? schema.fields[name] : undefined;
}

export function policyOf(schema: EntitySchema, field: string): Policy {
  return (Object.hasOwn(schema.policies, field) ? schema.policies[field] : undefined) ?? DEFAULT_POLICY;
}

/** The type whose identity rules and event names apply. */
export function ruleTypeOf(schema: EntitySchema): string {
  return schema.like ?? schema.entity_type;
}
