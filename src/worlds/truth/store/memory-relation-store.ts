import { batchesOf, list, query, rows, type Sql } from "../../../kernel/index.ts";
import { nameKey, relationKey } from "../model/memory/keys.ts";
import type { MemoryRelation } from "../model/memory/nodes.ts";
import { projection } from "./projection.ts";

export const MEMORY_RELATIONS = projection(
  "truth_memory_relation",
  ["key", "again"],
  ["from_name", "to_name", "relation_type"],
);

interface Row {
  readonly key: string;
  readonly again: number;
  readonly from_name: string;
  readonly to_name: string;
  readonly relation_type: string;
  readonly seq: number;
  readonly n: number;
}

export type MemoryRelationStore = ReturnType<typeof createMemoryRelationStore>;

/** The only file that knows the table of the memory's relations. */
export function createMemoryRelationStore(sql: Sql, tenant: string) {
  const columns = query`key, again, from_name, to_name, relation_type, seq, n`;

  /** In the order they came. */
  async function all(): Promise<MemoryRelation[]> {
    return relationsOf(
      await sql.all<Row>(query`select ${columns} from truth_memory_relation where tenant_id = ${tenant}`),
    );
  }

  /** Those that begin or end at one of these nodes. */
  async function touching(keys: readonly string[]): Promise<MemoryRelation[]> {
    const found = new Map<string, Row>();
    for (const some of batchesOf(keys)) {
      const rows = await sql.all<Row>(query`select ${columns} from truth_memory_relation
        where tenant_id = ${tenant} and (from_key in (${list(some)}) or to_key in (${list(some)}))`);
      for (const row of rows) found.set(`${row.key} ${row.again}`, row);
    }
    return relationsOf([...found.values()]);
  }

  /** Which of some relations are there. */
  async function among(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const some of batchesOf(keys)) {
      const rows = await sql.all<{ key: string }>(query`select key from truth_memory_relation
        where tenant_id = ${tenant} and again = 0 and key in (${list(some)})`);
      for (const { key } of rows) found.add(key);
    }
    return found;
  }

  async function insert(
    seq: number,
    relations: readonly { readonly relation: MemoryRelation; readonly again: number }[],
  ): Promise<void> {
    const values = relations.map(({ relation, again }, n) => [
      tenant,
      relationKey(relation),
      again,
      seq,
      n,
      nameKey(relation.from),
      nameKey(relation.to),
      relation.from,
      relation.to,
      relation.relationType,
    ]);
    for (const some of batchesOf(values)) {
      await sql.run(query`insert into truth_memory_relation
        (tenant_id, key, again, seq, n, from_key, to_key, from_name, to_name, relation_type) values ${rows(some)}`);
    }
  }

  async function remove(keys: readonly string[]): Promise<void> {
    for (const some of batchesOf(keys)) {
      await sql.run(query`delete from truth_memory_relation where tenant_id = ${tenant} and key in (${list(some)})`);
    }
  }

  async function removeTouching(nameKeys: readonly string[]): Promise<void> {
    for (const some of batchesOf(nameKeys)) {
      await sql.run(query`delete from truth_memory_relation
        where tenant_id = ${tenant} and (from_key in (${list(some)}) or to_key in (${list(some)}))`);
    }
  }

  return { all, touching, among, insert, remove, removeTouching };
}

function relationsOf(found: readonly Row[]): MemoryRelation[] {
  return [...found]
    .sort((a, b) => a.seq - b.seq || a.n - b.n)
    .map(({ from_name, to_name, relation_type }) => ({ from: from_name, to: to_name, relationType: relation_type }));
}
