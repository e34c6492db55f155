import type { Json, JsonObject } from "../../../kernel/index.ts";
import { type Entity, isLive } from "../model/entity.ts";
import type { EntitySchema } from "../model/schema/types/entity-schema.ts";
import type { FieldType } from "../model/schema/types/field-types.ts";
import type { TypeStore } from "../store/type-store.ts";
import { type EntityDraft, stateOf } from "./entity-draft.ts";

interface Change {
  live: number;
  merged: number;
  deleted: number;
  fields: Record<string, FieldType>;
}

/** What one entry changes in how many entities of each type there are. */
export function createTypeCounts(schemaOf: (entityType: string) => EntitySchema) {
  const changes = new Map<string, Change>();

  function changeOf(entityType: string): Change {
    let change = changes.get(entityType);
    if (change === undefined) {
      change = { live: 0, merged: 0, deleted: 0, fields: {} };
      changes.set(entityType, change);
    }
    return change;
  }

  /** An entity that is gone counts for nothing any more. */
  function move(draft: EntityDraft, gone: boolean): void {
    const change = changeOf(draft.entity_type);
    if (draft.before !== undefined) change[countOf(draft.before)] -= 1;
    if (!gone) change[countOf(stateOf(draft))] += 1;
  }

  /** Types without a schema are described by what was said of them. */
  function saw(entityType: string, fields: JsonObject): void {
    if (!schemaOf(entityType).open) return;
    const change = changeOf(entityType);
    for (const [name, value] of Object.entries(fields)) {
      const type = typeOfValue(value);
      if (type !== undefined) change.fields[name] = joined(change.fields[name], type);
    }
  }

  async function save(types: TypeStore): Promise<void> {
    for (const [entityType, change] of changes) {
      const names = Object.keys(change.fields);
      const known = names.length === 0 ? {} : await types.fieldsOf(entityType);
      const learnt = names.filter((name) => joined(known[name], change.fields[name]) !== known[name]);
      if (learnt.length === 0 && change.live === 0 && change.merged === 0 && change.deleted === 0) continue;
      const fields = { ...known };
      for (const name of learnt) fields[name] = joined(known[name], change.fields[name]);
      await types.add(entityType, change, learnt.length === 0 ? undefined : fields);
    }
  }

  return { move, saw, save };
}

/** The fields of a type without a schema, from all that was said of it; undefined for one with a schema. */
export async function fieldsSeen(
  schema: EntitySchema,
  said: AsyncIterable<JsonObject>,
): Promise<Record<string, FieldType> | undefined> {
  if (!schema.open) return undefined;
  const seen: Record<string, FieldType> = {};
  for await (const fields of said) {
    for (const [name, value] of Object.entries(fields)) {
      const type = typeOfValue(value);
      if (type !== undefined) seen[name] = joined(seen[name], type);
    }
  }
  return seen;
}

function countOf(entity: Pick<Entity, "merged_to" | "deletion">): "live" | "merged" | "deleted" {
  if (isLive(entity)) return "live";
  return entity.merged_to === null ? "deleted" : "merged";
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;

function typeOfValue(value: Json | undefined): FieldType | undefined {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return ISO_DATE.test(value) ? "date" : "string";
  return typeof value as "number" | "boolean" | "object";
}

/** Two types that differ are told as text: whatever came first, the same comes out. */
function joined(one: FieldType | undefined, other: FieldType | undefined): FieldType {
  if (one === undefined || other === undefined) return one ?? other ?? "string";
  return one === other ? one : "string";
}
