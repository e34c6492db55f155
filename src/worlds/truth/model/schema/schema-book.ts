import { builtInSchemas, schemaFor } from "./built-in.ts";
import type { EntitySchema, Policy, SchemaField } from "./types/entity-schema.ts";

export type SchemaScope = "global" | "user";

/** A field that was added to a schema. */
export interface RegisteredField extends SchemaField {
  /** What was kept of it as a fragment counts as its value too. */
  readonly backfilled?: true;
}

/** One version of a type's schema that somebody registered, or that the data brought about. */
export interface RegisteredSchema {
  readonly schema_id: string;
  readonly entity_type: string;
  readonly schema_version: string;
  readonly scope: SchemaScope;
  /** An extension adds its fields to whatever it stands on; a whole schema replaces it. */
  readonly form: "whole" | "extension";
  readonly fields: Readonly<Record<string, RegisteredField>>;
  readonly policies: Readonly<Record<string, Policy>>;
}

/** How each type is read for one user: their own schema, else the global one, else the built-in, else whatever comes. */
export interface SchemaBook {
  of(entityType: string): EntitySchema;
  /** Described types, in order of their names. */
  all(): readonly EntitySchema[];
  /** What a type is without any of it. */
  builtIn(entityType: string): EntitySchema;
  /** What is in force for a type in one scope. */
  active(scope: SchemaScope, entityType: string): RegisteredSchema | undefined;
}

export function schemaBook(inForce: readonly RegisteredSchema[]): SchemaBook {
  const byPlace = new Map(inForce.map((schema) => [`${schema.scope} ${schema.entity_type}`, schema]));
  const active: SchemaBook["active"] = (scope, type) => byPlace.get(`${scope} ${type}`);
  const resolved = new Map<string, EntitySchema>();
  for (const { entity_type } of inForce) {
    const layers = [active("global", entity_type), active("user", entity_type)];
    resolved.set(
      entity_type,
      layers.reduce<EntitySchema>(
        (under, layer) => (layer === undefined ? under : laidOver(under, layer)),
        schemaFor(entity_type),
      ),
    );
  }
  return {
    of: (entityType) => resolved.get(entityType) ?? schemaFor(entityType),
    all() {
      const all = new Map(builtInSchemas().map((schema) => [schema.entity_type, schema]));
      for (const [type, schema] of resolved) all.set(type, schema);
      return [...all.values()].sort((a, b) => (a.entity_type < b.entity_type ? -1 : 1));
    },
    builtIn: schemaFor,
    active,
  };
}

function laidOver(under: EntitySchema, { schema_version, form, fields, policies }: RegisteredSchema): EntitySchema {
  const lifts = Object.keys(fields).filter((name) => fields[name]?.backfilled);
  const isWhole = form === "whole";
  return {
    ...under,
    schema_version,
    fields: isWhole ? fields : { ...under.fields, ...fields },
    policies: isWhole ? policies : { ...under.policies, ...policies },
    open: false,
    lifts: new Set([...(isWhole ? [] : (under.lifts ?? [])), ...lifts]),
  };
}

const VERSION = /^(\d{1,9})\.(\d{1,9})$/;

/** The next version for fields that were added: 1.0 becomes 1.1. Names that do not count up get a number of their own. */
export function nextMinor(version: string): string {
  const [, major, minor] = VERSION.exec(version) ?? [];
  return major === undefined ? `${version}.1` : `${major}.${Number(minor) + 1}`;
}

/** Newer first decides nothing but what a row shows: by number where both have one, else by letters. */
export function laterVersion(one: string, other: string): string {
  const [a, b] = [VERSION.exec(one), VERSION.exec(other)];
  if (a === null || b === null) return one > other ? one : other;
  const order = Number(a[1]) - Number(b[1]) || Number(a[2]) - Number(b[2]);
  return order >= 0 ? one : other;
}
