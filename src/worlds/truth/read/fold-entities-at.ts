import type { Entity } from "../model/entity.ts";
import { canonicalName } from "../model/identity/canonical-name.ts";
import { identify } from "../model/identity/identify.ts";
import type { Observation } from "../model/observation.ts";
import { reduce } from "../model/reduce/fold.ts";
import type { SchemaBook } from "../model/schema/schema-book.ts";
import type { AsOf } from "../model/time.ts";
import type { Assigned } from "../store/observation-store.ts";
import type { Truth } from "../truth.ts";

/** An entity as it stood at a time, and the observations that made it so. */
export interface EntityAt {
  readonly entity: Entity;
  readonly observations: readonly Observation[];
}

/** The entity an observation was about, as far as it was known then: a split moves it only from its own time on. */
function originThen({ rule_id, assigned_at }: Assigned, origin_id: string, { atIngested }: AsOf): string {
  const splitLater = assigned_at !== null && atIngested !== undefined && assigned_at > atIngested;
  return splitLater ? rule_id : origin_id;
}

/** The observations that counted for each entity then. */
async function observationsAt(
  { merges, observations }: Truth,
  entityIds: readonly string[],
  asOf: AsOf,
): Promise<Map<string, Observation[]>> {
  const { atIngested } = asOf;
  const origins = await merges.originsOf(entityIds, atIngested);
  const originIds = [...origins.keys()];
  const homes =
    atIngested === undefined ? entityIds : [...new Set((await merges.standsFor(originIds, undefined)).values())];
  // What a later split has carried elsewhere is found by whom the rules meant.
  const known = await observations.knownAt(homes, atIngested === undefined ? [] : originIds, asOf);
  const byEntity = new Map<string, Observation[]>();
  for (const { observation, ...assigned } of known) {
    const entityId = origins.get(originThen(assigned, observation.origin_id, asOf));
    if (entityId === undefined) continue;
    const own = byEntity.get(entityId) ?? [];
    own.push(observation);
    byEntity.set(entityId, own);
  }
  return byEntity;
}

/** Folds what had been observed and accepted by then, with the schema of now. Entities of which nothing was known are left out. */
export async function entitiesAsOf(
  truth: Truth,
  entityIds: readonly string[],
  asOf: AsOf,
): Promise<Map<string, EntityAt>> {
  const rows = await truth.entities.asStored(entityIds);
  const observations = await observationsAt(truth, entityIds, asOf);
  const book = await truth.schemas.book();
  const found = new Map<string, EntityAt>();
  for (const [id, own] of observations) {
    // Where a split has taken everything away since, there is no row any more, but there are its observations.
    const entityType = rows.get(id)?.entity_type ?? own[0]?.entity_type ?? "";
    found.set(id, { entity: foldedEntity(truth.tenant, book, id, entityType, own), observations: own });
  }
  return found;
}

function foldedEntity(
  tenant: string,
  book: SchemaBook,
  id: string,
  entityType: string,
  observations: readonly Observation[],
): Entity {
  const schema = book.of(entityType);
  const folded = reduce(schema, observations);
  const row = { ...folded.fragments, ...folded.snapshot };
  const name = canonicalName(schema, folded.snapshot, folded.fragments, "");
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
