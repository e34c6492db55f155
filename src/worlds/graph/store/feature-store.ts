import { batchesOf, list, query, rows, type Sql } from "../../../kernel/index.ts";
import { projection } from "./projection.ts";

export const FEATURE_COUNTS = projection("graph_feature_count", ["feature"], ["memories"]);

export type FeatureStore = ReturnType<typeof createFeatureStore>;

/** Under which all living memories are counted, and the bytes they take. */
const ALL_MEMORIES = -1;
const ALL_BYTES = -2;

/** The only file that knows which memories have which features, and how many have each. */
export function createFeatureStore(sql: Sql, tenant: string) {
  async function add(position: number, features: readonly number[], bytes: number): Promise<void> {
    for (const some of batchesOf(features)) {
      await sql.run(query`insert into graph_feature (tenant_id, feature, position)
        values ${rows(some.map((feature) => [tenant, feature, position]))}`);
    }
    await count(features, 1, bytes);
  }

  async function remove(position: number, features: readonly number[], bytes: number): Promise<void> {
    for (const some of batchesOf(features)) {
      await sql.run(query`delete from graph_feature
        where tenant_id = ${tenant} and feature in (${list(some)}) and position = ${position}`);
    }
    await count(features, -1, bytes);
  }

  async function count(features: readonly number[], by: 1 | -1, bytes: number): Promise<void> {
    const counted = [[ALL_BYTES, by * bytes], ...[ALL_MEMORIES, ...features].map((feature) => [feature, by])];
    for (const some of batchesOf(counted)) {
      await sql.run(query`insert into graph_feature_count (tenant_id, feature, memories)
        values ${rows(some.map(([feature = 0, more = 0]) => [tenant, feature, more]))}
        on conflict (tenant_id, feature) do update set memories = graph_feature_count.memories + excluded.memories`);
    }
  }

  /** How many living memories there are, and how many bytes their contents and fingerprints take. */
  async function totals(): Promise<{ memories: number; bytes: number }> {
    const counts = await countsOf([ALL_MEMORIES, ALL_BYTES]);
    return { memories: counts.get(ALL_MEMORIES) ?? 0, bytes: counts.get(ALL_BYTES) ?? 0 };
  }

  /** How many living memories have each of some features; those that none has are left out. */
  async function countsOf(features: readonly number[]): Promise<Map<number, number>> {
    const counts = new Map<number, number>();
    for (const some of batchesOf(features)) {
      const found = await sql.all<{ feature: number; memories: number }>(
        query`select feature, memories from graph_feature_count where tenant_id = ${tenant} and feature in (${list(some)})`,
      );
      for (const { feature, memories } of found) counts.set(feature, memories);
    }
    return counts;
  }

  /** The memories that share the most of some features, the newest first among equals. */
  async function sharing(features: readonly number[], limit: number): Promise<number[]> {
    if (features.length === 0) return [];
    const found = await sql.all<{ position: number }>(
      query`select position, count(*) as shared from graph_feature
        where tenant_id = ${tenant} and feature in (${list(features)})
        group by position order by count(*) desc, position desc limit ${limit}`,
    );
    return found.map(({ position }) => Number(position));
  }

  return { add, remove, totals, countsOf, sharing };
}
