import { batchesOf, list, query, rows, type Sql } from "../../../kernel/index.ts";
import { nameKey } from "../model/memory/keys.ts";
import { projection } from "./projection.ts";

/** A node by name. Of several with one name the first has `again` 0. */
export interface MemoryNode {
  readonly key: string;
  readonly again: number;
  readonly name: string;
  readonly entity_type: string;
}

export const MEMORY_ENTITIES = projection("truth_memory_entity", ["key", "again"], ["name", "entity_type"]);

export type MemoryEntityStore = ReturnType<typeof createMemoryEntityStore>;

/** The only file that knows the table of the memory's nodes. */
export function createMemoryEntityStore(sql: Sql, tenant: string) {
  /** In the order they came. */
  function all(): Promise<MemoryNode[]> {
    return sql.all<MemoryNode>(query`select key, again, name, entity_type from truth_memory_entity
      where tenant_id = ${tenant} order by seq, n`);
  }

  const named = (names: readonly string[]) => withKeys(names.map(nameKey));

  async function withKeys(keys: readonly string[]): Promise<MemoryNode[]> {
    const found: (MemoryNode & { seq: number; n: number })[] = [];
    for (const some of batchesOf([...new Set(keys)])) {
      found.push(
        ...(await sql.all<MemoryNode & { seq: number; n: number }>(
          query`select key, again, name, entity_type, seq, n from truth_memory_entity
            where tenant_id = ${tenant} and key in (${list(some)})`,
        )),
      );
    }
    return found
      .sort((a, b) => a.seq - b.seq || a.n - b.n)
      .map(({ key, again, name, entity_type }) => ({ key, again, name, entity_type }));
  }

  async function insert(seq: number, nodes: readonly MemoryNode[]): Promise<void> {
    const values = nodes.map(({ key, again, name, entity_type }, n) => [tenant, key, again, seq, n, name, entity_type]);
    for (const some of batchesOf(values)) {
      await sql.run(query`insert into truth_memory_entity (tenant_id, key, again, seq, n, name, entity_type)
        values ${rows(some)}`);
    }
  }

  async function remove(keys: readonly string[]): Promise<void> {
    for (const some of batchesOf(keys)) {
      await sql.run(query`delete from truth_memory_entity where tenant_id = ${tenant} and key in (${list(some)})`);
    }
  }

  return { all, named, withKeys, insert, remove };
}
