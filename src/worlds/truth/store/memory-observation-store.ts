import { batchesOf, list, query, rows, type Sql } from "../../../kernel/index.ts";
import { projection } from "./projection.ts";

/** One line about a node. */
export interface MemoryLine {
  readonly key: string;
  readonly again: number;
  readonly content_key: string;
  readonly content_again: number;
  readonly content: string;
}

export const MEMORY_OBSERVATIONS = projection(
  "truth_memory_observation",
  ["key", "again", "content_key", "content_again"],
  ["content"],
);

export type MemoryObservationStore = ReturnType<typeof createMemoryObservationStore>;

/** The only file that knows the table of the memory's lines. */
export function createMemoryObservationStore(sql: Sql, tenant: string) {
  /** Those of some nodes, or of all; in the order they came. */
  async function of(keys: readonly string[] | undefined): Promise<MemoryLine[]> {
    const read = (some: readonly string[] | undefined) => {
      const which = some === undefined ? query`` : query`and key in (${list(some)})`;
      return sql.all<MemoryLine>(query`select key, again, content_key, content_again, content
        from truth_memory_observation where tenant_id = ${tenant} ${which} order by seq, n`);
    };
    if (keys === undefined) return read(undefined);
    const found: MemoryLine[] = [];
    for (const some of batchesOf(keys)) found.push(...(await read(some)));
    return found;
  }

  async function insert(seq: number, lines: readonly MemoryLine[]): Promise<void> {
    const values = lines.map((line, n) => [
      tenant,
      line.key,
      line.again,
      seq,
      n,
      line.content_key,
      line.content_again,
      line.content,
    ]);
    for (const some of batchesOf(values)) {
      await sql.run(query`insert into truth_memory_observation
        (tenant_id, key, again, seq, n, content_key, content_again, content) values ${rows(some)}`);
    }
  }

  /** Every line of these nodes. */
  async function removeAll(keys: readonly string[]): Promise<void> {
    for (const some of batchesOf(keys)) {
      await sql.run(query`delete from truth_memory_observation where tenant_id = ${tenant} and key in (${list(some)})`);
    }
  }

  /** Of the first node of a name. */
  async function remove(key: string, contentKeys: readonly string[]): Promise<void> {
    for (const some of batchesOf(contentKeys)) {
      await sql.run(query`delete from truth_memory_observation
        where tenant_id = ${tenant} and key = ${key} and again = 0 and content_key in (${list(some)})`);
    }
  }

  return { of, insert, removeAll, remove };
}
