import { batchesOf, list, type Query, query, type Sql } from "../../../kernel/index.ts";
import { entityNotFound } from "../errors.ts";
import type { Entity } from "../model/entity.ts";
import { canonicalName } from "../model/identity/canonical-name.ts";
import { identify } from "../model/identity/identify.ts";
import type { AsOf } from "../model/inputs.ts";
import type { Observation } from "../model/observation.ts";
import { reduce } from "../model/reduce/fold.ts";
import { schemaFor } from "../model/schema/built-in.ts";
import { findEntities } from "../store/entity-page-store.ts";
import { isDeleted, requireEntity } from "../store/entity-store.ts";
import { type ObservationRow, toObservation } from "../store/observation-store.ts";
import { originsAt, resolveAt } from "./merges-at.ts";

/** An entity as it stood at a time, and the observations that made it so. */
export interface EntityAt {
  readonly entity: Entity;
  readonly observations: readonly Observation[];
}

function within(asOf: AsOf): Query {
  return query`${asOf.at === undefined ? query`` : query`and observed_at <= ${asOf.at}`}
    ${asOf.atIngested === undefined ? query`` : query`and accepted_at <= ${asOf.atIngested}`}`;
}

/** The entity an observation was about, as far as it was known then: a split moves it only from its own time on. */
function originThen(row: ObservationRow, { atIngested }: AsOf): string {
  const splitLater = row.assigned_at !== null && atIngested !== undefined && row.assigned_at > atIngested;
  return splitLater ? row.rule_id : row.origin_id;
}

/** The observations that counted for each entity then. */
async function observationsAt(
  sql: Sql,
  tenant: string,
  entityIds: readonly string[],
  asOf: AsOf,
): Promise<Map<string, Observation[]>> {
  const origins = await originsAt(sql, tenant, entityIds, asOf.atIngested);
  const homes =
    asOf.atIngested === undefined
      ? entityIds
      : [...new Set((await resolveAt(sql, tenant, [...origins.keys()], undefined)).values())];
  const rows = new Map<string, ObservationRow>();
  const take = async (condition: Query) => {
    const found = await sql.all<ObservationRow>(
      query`select * from truth_observation where tenant_id = ${tenant} and ${condition} ${within(asOf)}`,
    );
    for (const row of found) rows.set(row.id, row);
  };
  for (const some of batchesOf(homes)) await take(query`entity_id in (${list(some)})`);
  if (asOf.atIngested !== undefined) {
    // What a later split has carried elsewhere; the partial index on rule_id holds only observations that were split.
    for (const some of batchesOf([...origins.keys()])) {
      await take(query`assigned_at is not null and rule_id in (${list(some)})`);
    }
  }
  const byEntity = new Map<string, Observation[]>();
  for (const row of rows.values()) {
    const entityId = origins.get(originThen(row, asOf));
    if (entityId === undefined) continue;
    const own = byEntity.get(entityId) ?? [];
    own.push(toObservation(row));
    byEntity.set(entityId, own);
  }
  return byEntity;
}

/** Folds what had been observed and accepted by then, with the schema of now. Entities of which nothing was known are left out. */
export async function entitiesAsOf(
  sql: Sql,
  tenant: string,
  entityIds: readonly string[],
  asOf: AsOf,
): Promise<Map<string, EntityAt>> {
  const [rows, observations] = [
    await findEntities(sql, tenant, entityIds),
    await observationsAt(sql, tenant, entityIds, asOf),
  ];
  const found = new Map<string, EntityAt>();
  for (const [id, own] of observations) {
    // Where a split has taken everything away since, there is no row any more, but there are its observations.
    const entityType = rows.get(id)?.entity_type ?? own[0]?.entity_type ?? "";
    found.set(id, { entity: foldedEntity(tenant, id, entityType, own), observations: own });
  }
  return found;
}

function foldedEntity(tenant: string, id: string, entityType: string, observations: readonly Observation[]): Entity {
  const schema = schemaFor(entityType);
  const folded = reduce(schema, observations);
  const row = { ...folded.fragments, ...folded.snapshot };
  const name = canonicalName(entityType, folded.snapshot, folded.fragments, "");
  const times = (pick: (observation: Observation) => number) => observations.map(pick);
  return {
    ...folded,
    id,
    entity_type: entityType,
    canonical_name: name === "" ? identify(tenant, schema, row).normalized : name,
    schema_version: schema.schema_version,
    merged_to: null,
    observation_count: observations.length,
    first_observed_at: min(times(({ observed_at }) => observed_at)),
    last_observed_at: max(times(({ observed_at }) => observed_at)),
    first_accepted_at: min(times(({ accepted_at }) => accepted_at)),
    last_accepted_at: max(times(({ accepted_at }) => accepted_at)),
  };
}

// Not Math.min(...values): an entity may have more observations than a call may have arguments.
const min = (values: readonly number[]) => values.reduce((least, value) => Math.min(least, value));
const max = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, value));

/** The entity that an id stood for then, or undefined when it was not known, or deleted. */
async function entityAt(sql: Sql, tenant: string, id: string, asOf: AsOf): Promise<EntityAt | undefined> {
  const entityId = (await resolveAt(sql, tenant, [id], asOf.atIngested)).get(id) ?? id;
  const found = (await entitiesAsOf(sql, tenant, [entityId], asOf)).get(entityId);
  return found === undefined || isDeleted(found.entity) ? undefined : found;
}

/** The live entity that an id stands for, now or at a time, or the contract's refusal. */
export async function requireEntityAt(
  sql: Sql,
  tenant: string,
  id: string,
  asOf: AsOf | undefined,
): Promise<{ entity: Entity; observations?: readonly Observation[] }> {
  if (asOf === undefined) return { entity: await requireEntity(sql, tenant, id) };
  const found = await entityAt(sql, tenant, id, asOf);
  if (found === undefined) throw entityNotFound(id);
  return found;
}
