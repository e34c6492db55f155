import type { SchemaBook } from "../model/schema/schema-book.ts";
import type { EntitySchema } from "../model/schema/types/entity-schema.ts";
import { FIELD_TYPES, type FieldType } from "../model/schema/types/field-types.ts";
import type { TypeCount } from "../store/type-store.ts";
import type { Truth } from "../truth.ts";

/** Every type that can be named: those with a schema, and those that only the data has, described by what was seen. */
export async function knownSchemas({ types, schemas: stored }: Truth): Promise<EntitySchema[]> {
  const book = await stored.book();
  const schemas = new Map(book.all().map((schema) => [schema.entity_type, schema]));
  for (const count of await types.all()) {
    if (!schemas.has(count.entity_type)) schemas.set(count.entity_type, described(book, count));
  }
  return [...schemas.values()].sort((a, b) => (a.entity_type < b.entity_type ? -1 : 1));
}

function described(book: SchemaBook, { entity_type, fields }: TypeCount): EntitySchema {
  const schema = book.of(entity_type);
  if (!schema.open) return schema;
  const seen = Object.entries(fields).map(([name, type]) => [name, { type: typeOf(type), required: false }] as const);
  return { ...schema, fields: { ...schema.fields, ...Object.fromEntries(seen) } };
}

function typeOf(seen: unknown): FieldType {
  return FIELD_TYPES.find((type) => type === seen) ?? "string";
}
