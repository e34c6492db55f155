import { batchesOf, canonicalJson, type JsonObject, list, type Query, query, type Sql } from "../../../kernel/index.ts";
import {
  type Direction,
  RELATIONSHIP_TYPES,
  type Relationship,
  type RelationshipFilter,
  type RelationshipType,
  sortedByTime,
} from "../model/relationship.ts";
import { type ColumnValue, rowHash } from "../model/row-hash.ts";
import { deletedEntities, joinLiveEntity } from "./entity-store.ts";
import { projection } from "./projection.ts";
import { type Place, sortPlaces, tiedPage } from "./tied-page.ts";
import { type HashedRow, requireUnaltered } from "./unaltered.ts";

interface RelationshipRow extends Omit<Relationship, "metadata" | "provenance" | "deleted">, HashedRow {
  readonly metadata: string;
  readonly provenance: string;
  readonly deleted: number;
}

const COLUMNS = query`r.tenant_id, r.row_hash, r.id, r.relationship_type, r.source_entity_id, r.target_entity_id, r.metadata, r.provenance,
  r.deleted, r.observation_count, r.created_at, r.last_observed_at`;

function hashed(row: Omit<RelationshipRow, "row_hash">): readonly ColumnValue[] {
  return [
    row.tenant_id,
    row.id,
    row.relationship_type,
    row.source_entity_id,
    row.target_entity_id,
    row.metadata,
    row.provenance,
    row.deleted,
    row.observation_count,
    row.created_at,
    row.last_observed_at,
  ];
}

function toRelationship(row: RelationshipRow): Relationship {
  requireUnaltered("truth_relationship", row.id, row, hashed(row));
  const { tenant_id: _tenant, row_hash: _hash, ...rest } = row;
  return {
    ...rest,
    metadata: JSON.parse(row.metadata) as JsonObject,
    provenance: JSON.parse(row.provenance) as Relationship["provenance"],
    deleted: row.deleted === 1,
  };
}

export const RELATIONSHIP_SORTS = ["created_at", "last_observed_at", "relationship_type", "id"] as const;
export type RelationshipSort = (typeof RELATIONSHIP_SORTS)[number];

export interface RelationshipPage {
  readonly sort: RelationshipSort;
  readonly order: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
}

export const RELATIONSHIPS = projection(
  "truth_relationship",
  ["id"],
  [
    "relationship_type",
    "source_entity_id",
    "target_entity_id",
    "metadata",
    "provenance",
    "deleted",
    "observation_count",
  ],
);

export type RelationshipStore = ReturnType<typeof createRelationshipStore>;

/** The only file that knows the table of relationships. */
export function createRelationshipStore(sql: Sql, tenant: string) {
  async function find(id: string): Promise<Relationship | undefined> {
    const row = await sql.first<RelationshipRow>(
      query`select ${COLUMNS} from truth_relationship r where r.tenant_id = ${tenant} and r.id = ${id}`,
    );
    return row && toRelationship(row);
  }

  /** One end of an entity's relationships; the other end must be an entity that can be opened. */
  function endOf(end: "source" | "target", ids: readonly string[], types: readonly string[]): Query {
    const [own, other] =
      end === "source"
        ? [query`r.source_entity_id`, query`r.target_entity_id`]
        : [query`r.target_entity_id`, query`r.source_entity_id`];
    const typed = types.length === 0 ? query`` : query`and r.relationship_type in (${list(types)})`;
    return query`from truth_relationship r ${joinLiveEntity(tenant, other)}
      where r.tenant_id = ${tenant} and ${own} in (${list(ids)}) and r.deleted = 0 ${typed}`;
  }

  /** A page of one entity's relationships, newest first unless asked otherwise, by the two indexes on their ends. */
  async function page(
    entityId: string,
    filter: RelationshipFilter,
    { limit, offset, order = "desc" }: { limit: number; offset: number; order?: "asc" | "desc" | undefined },
  ): Promise<{ relationships: Relationship[]; total: number }> {
    const direction = order === "asc" ? query`asc` : query`desc`;
    const parts = endsOf(filter.direction).map((end) => endOf(end, [entityId], filter.types));
    let total = 0;
    const rows: RelationshipRow[] = [];
    for (const part of parts) {
      const counted = await sql.first<{ n: number }>(query`select count(*) as n ${part}`);
      total += counted?.n ?? 0;
      rows.push(
        ...(await sql.all<RelationshipRow>(
          query`select ${COLUMNS} ${part} order by r.created_at ${direction}, r.id limit ${limit + offset}`,
        )),
      );
    }
    return { relationships: sortedByTime(rows.map(toRelationship), order).slice(offset, offset + limit), total };
  }

  /**
   * The relationships of several entities at once, at most `limit` of each direction, by id.
   * Ordered by an expression: by the bare key, SQLite would rather walk the whole table in order than sort a few rows.
   */
  async function ofEntities(
    entityIds: readonly string[],
    filter: RelationshipFilter,
    limit: number,
  ): Promise<Relationship[]> {
    const found = new Map<string, Relationship>();
    for (const some of batchesOf(entityIds)) {
      for (const end of endsOf(filter.direction)) {
        const rows = await sql.all<RelationshipRow>(
          query`select ${COLUMNS} ${endOf(end, some, filter.types)} order by r.id || '' limit ${limit}`,
        );
        for (const row of rows) found.set(row.id, toRelationship(row));
      }
    }
    return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Whether any relationship, also a deleted one, has one of the entities at an end: asked first, it spares most stores two sorted joins. */
  async function anyOf(entityIds: readonly string[]): Promise<boolean> {
    for (const some of batchesOf(entityIds)) {
      const row = await sql.first(query`select id from truth_relationship
          where tenant_id = ${tenant} and source_entity_id in (${list(some)})
        union all select id from truth_relationship
          where tenant_id = ${tenant} and target_entity_id in (${list(some)}) limit 1`);
      if (row !== undefined) return true;
    }
    return false;
  }

  /** Every relationship that ever touched one of the entities, deleted ones too: what questions about the past start from. */
  async function idsOf(entityIds: readonly string[]): Promise<string[]> {
    const found = new Set<string>();
    for (const some of batchesOf(entityIds)) {
      for (const end of [query`source_entity_id`, query`target_entity_id`]) {
        const rows = await sql.all<{ id: string }>(
          query`select id from truth_relationship where tenant_id = ${tenant} and ${end} in (${list(some)})`,
        );
        for (const { id } of rows) found.add(id);
      }
    }
    return [...found].sort();
  }

  /**
   * Both ends can be opened. The deleted entities have an index of their own and are few; joining both ends of every
   * relationship would cost many times as much. Those merged away have no relationships: they moved with the merge.
   */
  function endsOpen(): Query {
    const gone = deletedEntities(tenant);
    return query`deleted = 0 and source_entity_id not in (${gone}) and target_entity_id not in (${gone})`;
  }

  /** How many there are of each type, by the index on type; what is deleted, or has a deleted end, does not count. */
  async function countByType(): Promise<{ relationship_type: RelationshipType; n: number; last: number }[]> {
    return sql.all(
      query`select relationship_type, count(*) as n, max(last_observed_at) as last from truth_relationship
        where tenant_id = ${tenant} and ${endsOpen()} group by relationship_type order by relationship_type`,
    );
  }

  /** Which types there are at all: one look into the index for each. */
  async function typesInUse(): Promise<RelationshipType[]> {
    const found: RelationshipType[] = [];
    for (const type of RELATIONSHIP_TYPES.toSorted()) {
      const row = await sql.first(
        query`select id from truth_relationship
          where tenant_id = ${tenant} and relationship_type = ${type} and ${endsOpen()} limit 1`,
      );
      if (row !== undefined) found.push(type);
    }
    return found;
  }

  /** A page of all relationships, or of all of one type. Newest first follows the index of each type; other orders sort. */
  async function pageOfAll(type: RelationshipType | undefined, asked: RelationshipPage): Promise<Relationship[]> {
    if (asked.sort === "created_at" && asked.order === "desc") return newest(type, asked);
    const direction = asked.order === "asc" ? query`asc` : query`desc`;
    const sorts = {
      created_at: query`r.created_at ${direction}, r.id`,
      last_observed_at: query`r.last_observed_at ${direction}, r.id`,
      relationship_type: query`r.relationship_type ${direction}, r.id`,
      id: query`r.id ${direction}`,
    };
    const typed = type === undefined ? query`` : query`and r.relationship_type = ${type}`;
    const rows = await sql.all<RelationshipRow>(
      query`select ${COLUMNS} from truth_relationship r where r.tenant_id = ${tenant} and ${endsOpen()} ${typed}
        order by ${sorts[asked.sort]} limit ${asked.limit} offset ${asked.offset}`,
    );
    return rows.map(toRelationship);
  }

  async function newest(
    type: RelationshipType | undefined,
    { limit, offset }: RelationshipPage,
  ): Promise<Relationship[]> {
    const places: Place[] = [];
    for (const one of type === undefined ? RELATIONSHIP_TYPES : [type]) {
      const chosen = query`select id, created_at as at from truth_relationship
        where tenant_id = ${tenant} and relationship_type = ${one} and ${endsOpen()}`;
      places.push(
        ...(await tiedPage(
          {
            newest: (most) => sql.all<Place>(query`${chosen} order by created_at desc, id desc limit ${most}`),
            ofTime: (at, most) => sql.all<Place>(query`${chosen} and created_at = ${at} order by id limit ${most}`),
          },
          { limit: limit + offset, offset: 0 },
        )),
      );
    }
    const ids = sortPlaces(places)
      .slice(offset, offset + limit)
      .map(({ id }) => id);
    const found = new Map<string, Relationship>();
    for (const some of batchesOf(ids)) {
      const rows = await sql.all<RelationshipRow>(
        query`select ${COLUMNS} from truth_relationship r where r.tenant_id = ${tenant} and r.id in (${list(some)})`,
      );
      for (const row of rows) found.set(row.id, toRelationship(row));
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  /** Whether relationships of one type lead from one entity to another, over any number of steps. */
  async function leadsTo(type: RelationshipType, from: string, to: string): Promise<boolean> {
    const row = await sql.first(query`with recursive reached(id) as (
        select target_entity_id from truth_relationship
          where tenant_id = ${tenant} and source_entity_id = ${from} and relationship_type = ${type} and deleted = 0
        union
        select r.target_entity_id from truth_relationship r join reached on r.source_entity_id = reached.id
          where r.tenant_id = ${tenant} and r.relationship_type = ${type} and r.deleted = 0)
      select id from reached where id = ${to} limit 1`);
    return row !== undefined;
  }

  async function write(relationship: Relationship): Promise<void> {
    const values = hashed({
      ...relationship,
      tenant_id: tenant,
      metadata: canonicalJson(relationship.metadata),
      provenance: canonicalJson(relationship.provenance),
      deleted: relationship.deleted ? 1 : 0,
    });
    await sql.run(query`insert into truth_relationship
      (tenant_id, id, relationship_type, source_entity_id, target_entity_id, metadata, provenance, deleted,
        observation_count, created_at, last_observed_at, row_hash)
      values (${list(values)}, ${rowHash(values)})
      on conflict (tenant_id, id) do update set metadata = excluded.metadata, provenance = excluded.provenance,
        deleted = excluded.deleted, observation_count = excluded.observation_count, created_at = excluded.created_at,
        last_observed_at = excluded.last_observed_at, row_hash = excluded.row_hash`);
  }

  async function remove(id: string): Promise<void> {
    await sql.run(query`delete from truth_relationship where tenant_id = ${tenant} and id = ${id}`);
  }

  return { find, page, ofEntities, anyOf, idsOf, countByType, typesInUse, pageOfAll, leadsTo, write, remove };
}

function endsOf(direction: Direction): ("source" | "target")[] {
  if (direction === "both") return ["source", "target"];
  return direction === "outbound" ? ["source"] : ["target"];
}
