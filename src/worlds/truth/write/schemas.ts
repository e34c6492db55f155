import { hashOf } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import { uuidOf } from "../model/ids.ts";
import { type Recommendation, SCHEMA_REGISTERED, toSchemaPayload } from "../model/schema/recorded-schema.ts";
import {
  nextMinor,
  type RegisteredField,
  type RegisteredSchema,
  type SchemaScope,
} from "../model/schema/schema-book.ts";
import { fieldOf, type Policy, type SchemaField } from "../model/schema/types/entity-schema.ts";
import type { FieldType, Strategy } from "../model/schema/types/field-types.ts";
import type { Truth } from "../truth.ts";

/** A schema of one user needs one: whoever names nobody is told so. */
export function scopeOf(userSpecific: boolean | undefined, userId: string | undefined): SchemaScope {
  if (userSpecific !== true) return "global";
  if (userId === "") throw refuse("USER_ID_REQUIRED", "A schema of one user needs a user_id.");
  return "user";
}

export interface NewSchema {
  readonly entity_type: string;
  readonly schema_version: string;
  readonly scope: SchemaScope;
  readonly fields: Readonly<Record<string, RegisteredField>>;
  readonly policies: Readonly<Record<string, Policy>>;
  readonly activate: boolean;
}

/** Registers a whole schema; in force, every entity of its type is worked out anew by it. */
export async function registerSchema(truth: Truth, { activate, ...wanted }: NewSchema): Promise<RegisteredSchema> {
  await requireNewVersion(truth, wanted);
  const unknown = Object.keys(wanted.policies).filter((field) => !Object.hasOwn(wanted.fields, field));
  if (unknown.length > 0) {
    throw refuse("VALIDATION_ERROR", "A merge policy is for a field that the schema does not have.", {
      problems: unknown.map((field) => ({
        path: `reducer_config.merge_policies.${field}`,
        message: "is not a field of schema_definition",
      })),
    });
  }
  const schema = identified(truth, { ...wanted, form: "whole" });
  await record(truth, { schema, activate, refold: null });
  return schema;
}

export interface FieldToAdd {
  readonly field_name: string;
  readonly field_type: FieldType;
  readonly required?: boolean | undefined;
  readonly reducer_strategy?: Strategy | undefined;
}

export interface Addition {
  readonly entity_type: string;
  readonly fields: readonly FieldToAdd[];
  readonly schema_version: string | undefined;
  readonly scope: SchemaScope;
  readonly activate: boolean;
  readonly migrate: boolean;
  readonly recommended?: Omit<Recommendation, "id" | "entity_type" | "fields">;
}

export interface Added {
  readonly schema_version: string;
  readonly fields_added: string[];
}

/** Adds fields to what is in force for a type. What is there already, and like it, is not added again. */
export async function addFields(truth: Truth, addition: Addition): Promise<Added> {
  const { entity_type, scope, activate, migrate } = addition;
  const book = await truth.schemas.book();
  const now = book.of(entity_type);
  if (now.open) throw refuse("SCHEMA_NOT_FOUND", "This type has no schema to add fields to.", { entity_type });
  for (const { field_name, field_type } of addition.fields) {
    const known = fieldOf(now, field_name);
    if (known === undefined || known.type === field_type) continue;
    throw refuse("VALIDATION_ERROR", "A field of this name is there with another type.", {
      problems: [{ path: field_name, message: `is a ${known.type} in version ${now.schema_version}` }],
    });
  }
  const isNew = ({ field_name }: FieldToAdd) => fieldOf(now, field_name) === undefined;
  const fresh = addition.fields.filter((field) => isNew(field) || (migrate && !now.lifts?.has(field.field_name)));
  requireOnce(fresh);
  if (fresh.length === 0) return { schema_version: now.schema_version, fields_added: [] };
  const under = book.active(scope, entity_type);
  const schema_version = addition.schema_version ?? (await nextFree(truth, entity_type, scope, now.schema_version));
  await requireNewVersion(truth, { entity_type, scope, schema_version });
  const schema = identified(truth, {
    entity_type,
    schema_version,
    scope,
    form: under?.form ?? "extension",
    fields: {
      ...under?.fields,
      ...Object.fromEntries(
        fresh.map((field) => [field.field_name, fieldFrom(field, migrate, fieldOf(now, field.field_name))]),
      ),
    },
    policies: {
      ...under?.policies,
      ...Object.fromEntries(
        fresh.flatMap(({ field_name, reducer_strategy: strategy }) =>
          strategy === undefined ? [] : [[field_name, { strategy, tie_breaker: "observed_at" as const }]],
        ),
      ),
    },
  });
  const recommendation = addition.recommended && {
    ...addition.recommended,
    id: uuidOf(hashOf({ schema_id: schema.schema_id })),
    entity_type,
    fields: fresh.map(({ field_name, field_type, required = false }) => ({ field_name, field_type, required })),
  };
  await record(truth, {
    schema,
    activate,
    refold: fresh.map(({ field_name }) => field_name),
    ...(recommendation && { recommendation }),
  });
  return { schema_version, fields_added: fresh.filter(isNew).map(({ field_name }) => field_name) };
}

/** One that is there already stays what it is, and only counts what was stored before. */
function fieldFrom(
  { field_type, required = false }: FieldToAdd,
  migrate: boolean,
  known: SchemaField | undefined,
): RegisteredField {
  return { ...(known ?? { type: field_type, required }), ...(migrate && { backfilled: true }) };
}

function requireOnce(fields: readonly FieldToAdd[]): void {
  const names = fields.map(({ field_name }) => field_name);
  const twice = names.filter((name, n) => names.indexOf(name) !== n);
  if (twice.length === 0) return;
  throw refuse("VALIDATION_ERROR", "A field is added twice.", {
    problems: twice.map((name) => ({ path: name, message: "must be named once" })),
  });
}

/** The version after the one in force. Others may have been registered that are not in force: they keep their numbers. */
async function nextFree(truth: Truth, entityType: string, scope: SchemaScope, now: string): Promise<string> {
  const known = new Set(await versionsOf(truth, entityType, scope));
  let next = nextMinor(now);
  while (known.has(next)) next = nextMinor(next);
  return next;
}

async function versionsOf(truth: Truth, entityType: string, scope: SchemaScope): Promise<string[]> {
  const known = await truth.schemas.versions(entityType, scope);
  // The built-in schema of a type is its first global version.
  const isBuiltIn = scope === "global" && !(await truth.schemas.book()).builtIn(entityType).open;
  return isBuiltIn ? [...known, "1.0"] : known;
}

async function requireNewVersion(
  truth: Truth,
  { entity_type, scope, schema_version }: Pick<RegisteredSchema, "entity_type" | "scope" | "schema_version">,
): Promise<void> {
  const known = await versionsOf(truth, entity_type, scope);
  if (!known.includes(schema_version)) return;
  throw refuse("SCHEMA_EXISTS", "This version of the schema is there already.", {
    entity_type,
    schema_version,
    versions: [...new Set(known)].sort(),
  });
}

function identified(truth: Truth, schema: Omit<RegisteredSchema, "schema_id">): RegisteredSchema {
  const { entity_type, scope, schema_version } = schema;
  return { schema_id: uuidOf(hashOf({ user: truth.userId, entity_type, scope, schema_version })), ...schema };
}

async function record(truth: Truth, registered: Parameters<typeof toSchemaPayload>[0]): Promise<void> {
  await truth.scope.record({ kind: SCHEMA_REGISTERED, payload: toSchemaPayload(registered) });
}
