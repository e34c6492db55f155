import type { Event, JsonObject } from "../../../kernel/index.ts";
import {
  ENTITIES_MERGED,
  ENTITIES_UNMERGED,
  ENTITY_DELETED,
  ENTITY_RESTORED,
  ENTITY_SPLIT,
  FIELD_CORRECTED,
  RELATIONSHIP_DELETED,
  RELATIONSHIP_STATED,
  SOURCE_STORED,
} from "../apply/recorded.ts";
import { schemaFor, showValue } from "../schema/index.ts";
import { addressOf } from "./addresses.ts";

interface Said {
  readonly rule_id: string;
  readonly entity_type: string;
  readonly fields: JsonObject;
}

interface Payload {
  readonly source?: object;
  readonly source_id?: string;
  readonly observations?: readonly Said[];
  readonly relationship?: { relationship_type: string; origin_source_id: string; origin_target_id: string };
  readonly from_entity_id?: string;
  readonly to_entity_id?: string;
  readonly entity_id?: string;
  readonly new_entity_id?: string;
  /** The types and entities it shows in, where the entry names them. */
  readonly entity_types?: readonly string[];
  readonly shown_ids?: readonly string[];
}

const STATEMENTS = new Set([SOURCE_STORED, FIELD_CORRECTED, ENTITY_DELETED, ENTITY_RESTORED]);
const RELATIONSHIPS = new Set([RELATIONSHIP_STATED, RELATIONSHIP_DELETED]);
const REGROUPINGS = new Set([ENTITIES_MERGED, ENTITIES_UNMERGED, ENTITY_SPLIT]);

/** The addresses whose contents an entry changes, each once. */
export function changedBy(event: Event): readonly string[] {
  const payload = event.payload as Payload;
  const found = new Set<string>();
  const add = (...uris: string[]) => {
    for (const uri of uris) found.add(uri);
  };
  const addEntity = (id: string) =>
    add(addressOf.entity(id), addressOf.observations(id), addressOf.relationshipsOf(id));
  if (STATEMENTS.has(event.kind) || RELATIONSHIPS.has(event.kind)) {
    if (payload.source_id !== undefined) add(addressOf.source(payload.source_id));
    if (payload.source !== undefined) add(addressOf.sources);
  }
  if (STATEMENTS.has(event.kind)) {
    for (const said of payload.observations ?? []) {
      add(addressOf.entities, addressOf.entitiesOf(said.entity_type), ...datesIn(said));
      add(addressOf.entity(said.rule_id), addressOf.observations(said.rule_id));
      if (schemaFor(said.entity_type).open) add(addressOf.entityTypes);
    }
  }
  if (RELATIONSHIPS.has(event.kind) && payload.relationship !== undefined) {
    const { relationship_type, origin_source_id, origin_target_id } = payload.relationship;
    add(addressOf.relationships, addressOf.relationshipsOfType(relationship_type));
    add(addressOf.relationshipsOf(origin_source_id), addressOf.relationshipsOf(origin_target_id));
  }
  if (REGROUPINGS.has(event.kind)) {
    const { from_entity_id, to_entity_id, entity_id, new_entity_id } = payload;
    add(addressOf.entities, addressOf.relationships);
    for (const id of [from_entity_id, to_entity_id, entity_id, new_entity_id]) if (id !== undefined) addEntity(id);
  }
  for (const id of payload.shown_ids ?? []) addEntity(id);
  for (const type of payload.entity_types ?? []) add(addressOf.entitiesOf(type));
  return [...found];
}

/** The months and years of a row's dates. */
function datesIn({ entity_type, fields }: Said): string[] {
  const schema = schemaFor(entity_type);
  return Object.entries(fields).flatMap(([name, value]) => {
    if (schema.fields[name]?.type !== "date" || value === undefined || value === null) return [];
    const date = showValue(schema, name, value);
    const [, year, month] = /^(\d{4})-(\d{2})/.exec(typeof date === "string" ? date : "") ?? [];
    return year === undefined || month === undefined
      ? []
      : [addressOf.timeline(year), addressOf.timeline(`${year}-${month}`)];
  });
}
