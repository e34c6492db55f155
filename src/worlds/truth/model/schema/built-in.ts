import { ASSETS } from "./types/assets.ts";
import { CODEBASE } from "./types/codebase.ts";
import { describeType } from "./types/describe-type.ts";
import { DOCUMENTS } from "./types/documents.ts";
import type { EntitySchema } from "./types/entity-schema.ts";
import { HEALTH } from "./types/health.ts";
import { KNOWLEDGE } from "./types/knowledge.ts";
import { MONEY } from "./types/money.ts";
import { PEOPLE } from "./types/people.ts";
import { WORK } from "./types/work.ts";

const FAMILIES = [ASSETS, CODEBASE, DOCUMENTS, HEALTH, KNOWLEDGE, MONEY, PEOPLE, WORK];

const BUILT_IN: readonly EntitySchema[] = FAMILIES.flatMap((family) =>
  Object.entries(family).map(([type, description]) => describeType(type, description)),
).sort((a, b) => (a.entity_type < b.entity_type ? -1 : 1));

/** A type stored under an alias keeps its own name and takes the fields and rules of what it is an alias of. */
const ALIASES: readonly EntitySchema[] = BUILT_IN.flatMap((schema) =>
  schema.aliases.map((alias) => ({ ...schema, entity_type: alias, aliases: [], like: schema.entity_type })),
);

// A type that has a schema of its own wins over an alias of the same name.
const BY_TYPE = new Map([...ALIASES, ...BUILT_IN].map((schema) => [schema.entity_type, schema]));

/** All described types, in order of their names. */
export function builtInSchemas(): readonly EntitySchema[] {
  return BUILT_IN;
}

/** How rows of a type are read. A type that nobody has described takes every field as it is. */
export function schemaFor(entityType: string): EntitySchema {
  return BY_TYPE.get(entityType) ?? openSchema(entityType);
}

function openSchema(entityType: string): EntitySchema {
  return {
    entity_type: entityType,
    schema_version: "1.0",
    description: "",
    aliases: [],
    fields: {},
    policies: {},
    open: true,
  };
}
