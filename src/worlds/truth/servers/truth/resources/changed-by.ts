import type { Event, Sql } from "../../../../../kernel/index.ts";
import {
  ENTITIES_MERGED,
  ENTITIES_UNMERGED,
  ENTITY_DELETED,
  ENTITY_RESTORED,
  ENTITY_SPLIT,
  FIELD_CORRECTED,
  type Merge,
  payloadOf,
  RELATIONSHIP_DELETED,
  RELATIONSHIP_STATED,
  type RelationshipStatement,
  SOURCE_READMITTED,
  SOURCE_STORED,
  SOURCE_WITHDRAWN,
  type Split,
  type Statement,
  saysNothing,
  type Unmerge,
  type Withdrawal,
} from "../../../model/recorded.ts";
import { SCHEMA_REGISTERED, type SchemaRegistered } from "../../../model/schema/recorded-schema.ts";
import { Stores } from "../../../store/stores.ts";
import { addressOf } from "./addresses.ts";

type Regrouping = Partial<Pick<Merge, "from_entity_id" | "to_entity_id">> &
  Partial<Pick<Split, "entity_id" | "new_entity_id">> &
  Pick<Unmerge, "shown_ids" | "entity_types">;

const CHANGES: Readonly<Record<string, (event: Event, stores: Stores) => Promise<string[]>>> = {
  [SOURCE_STORED]: byStatement,
  [FIELD_CORRECTED]: byStatement,
  [ENTITY_DELETED]: byLifecycle,
  [ENTITY_RESTORED]: byLifecycle,
  [ENTITIES_MERGED]: byRegrouping,
  [ENTITIES_UNMERGED]: byRegrouping,
  [ENTITY_SPLIT]: byRegrouping,
  [SOURCE_WITHDRAWN]: byWithdrawal,
  [SOURCE_READMITTED]: byWithdrawal,
  [RELATIONSHIP_STATED]: byRelationship,
  [RELATIONSHIP_DELETED]: byRelationship,
  [SCHEMA_REGISTERED]: bySchema,
};

/** The addresses whose contents an entry may change, each once; `*` stands for any part. Rather one too many than one too few. */
export async function changedBy(event: Event, sql: Sql): Promise<readonly string[]> {
  if (saysNothing(event)) return [];
  return [...new Set(await CHANGES[event.kind]?.(event, new Stores(sql, event.tenant)))];
}

async function byStatement(event: Event, stores: Stores): Promise<string[]> {
  const { source, source_id, observations, shown_ids = [] } = payloadOf<Statement>(event);
  const said = [addressOf.source(source_id), ...(source === undefined ? [] : [addressOf.sources])];
  if (observations.length === 0) return said;
  const types = new Set(observations.map(({ entity_type }) => entity_type));
  const book = await stores.schemas.book();
  const shown = await stores.entities.findMany(shown_ids);
  for (const { entity_type } of shown.values()) types.add(entity_type);
  const ids = await everyIdOf(stores, [...observations.map(({ rule_id }) => rule_id), ...shown_ids]);
  return [
    ...said,
    addressOf.entities,
    ...[...types].map(addressOf.entitiesOf),
    ...([...types].some((type) => book.of(type).open) ? [addressOf.entityTypes] : []),
    ...ids.flatMap((id) => [addressOf.entity(id), addressOf.observations(id)]),
    // The month a date was moved from, or whose event shows the old name, is not in the entry.
    addressOf.timeline("*"),
  ];
}

/** What is known of any entity of the type may be read in another way. */
async function bySchema(event: Event): Promise<string[]> {
  const { schema } = payloadOf<SchemaRegistered>(event);
  return [
    addressOf.entityTypes,
    addressOf.entities,
    addressOf.entitiesOf(schema.entity_type),
    addressOf.entity("*"),
    addressOf.timeline("*"),
  ];
}

/** Its relationships, dates and sources come and go with an entity. */
async function byLifecycle(event: Event, stores: Stores): Promise<string[]> {
  return [...(await byStatement(event, stores)), ...AROUND_ENTITIES];
}

const AROUND_ENTITIES = [
  addressOf.relationships,
  addressOf.relationshipsOfType("*"),
  addressOf.relationshipsOf("*"),
  addressOf.timeline("*"),
  addressOf.source("*"),
];

async function byRegrouping(event: Event, stores: Stores): Promise<string[]> {
  const payload = payloadOf<Regrouping>(event);
  const { from_entity_id, to_entity_id, entity_id, new_entity_id, shown_ids = [], entity_types = [] } = payload;
  const named = [from_entity_id, to_entity_id, entity_id, new_entity_id, ...shown_ids];
  const ids = await everyIdOf(
    stores,
    named.filter((id) => id !== undefined),
  );
  return [
    addressOf.entities,
    ...entity_types.map(addressOf.entitiesOf),
    ...ids.flatMap((id) => [addressOf.entity(id), addressOf.observations(id)]),
    ...AROUND_ENTITIES,
  ];
}

/** All that the source said comes or goes, wherever it shows. */
async function byWithdrawal(event: Event, stores: Stores): Promise<string[]> {
  const { source_id, identifiers, entity_types = [] } = payloadOf<Withdrawal>(event);
  const ids = await everyIdOf(stores, Object.keys(identifiers));
  return [
    addressOf.source(source_id),
    addressOf.sources,
    addressOf.entities,
    addressOf.entityTypes,
    ...entity_types.map(addressOf.entitiesOf),
    ...ids.flatMap((id) => [addressOf.entity(id), addressOf.observations(id)]),
    ...AROUND_ENTITIES,
  ];
}

async function byRelationship(event: Event, stores: Stores): Promise<string[]> {
  const { source, source_id, relationship, shown_ids = [] } = payloadOf<RelationshipStatement>(event);
  const { relationship_type, origin_source_id, origin_target_id } = relationship;
  const ids = await everyIdOf(stores, [origin_source_id, origin_target_id, ...shown_ids]);
  return [
    addressOf.source(source_id),
    ...(source === undefined ? [] : [addressOf.sources]),
    addressOf.relationships,
    addressOf.relationshipsOfType(relationship_type),
    ...ids.map(addressOf.relationshipsOf),
  ];
}

/** The entities and all that were merged into them: under their addresses, too, the entity is shown. */
async function everyIdOf({ merges }: Stores, ids: readonly string[]): Promise<string[]> {
  return [...(await merges.originsOf(ids, undefined)).keys()];
}
