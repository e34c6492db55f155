import { canonicalJson, query, type Sql } from "../../../kernel/index.ts";
import type { KeptVector } from "../model/vector.ts";
import { projection } from "./projection.ts";

export const VECTORS = projection("graph_vector", ["id"], ["value"]);

export type VectorStore = ReturnType<typeof createVectorStore>;

/** The only file that knows the table of teleological vectors. */
export function createVectorStore(sql: Sql, tenant: string) {
  async function get(id: string): Promise<KeptVector | undefined> {
    const row = await sql.first<{ value: string }>(
      query`select value from graph_vector where tenant_id = ${tenant} and id = ${id}`,
    );
    return row === undefined ? undefined : (JSON.parse(row.value) as KeptVector);
  }

  async function put(vector: KeptVector, at: number): Promise<void> {
    await sql.run(query`insert into graph_vector (tenant_id, id, value, created_at)
      values (${tenant}, ${vector.id}, ${canonicalJson({ ...vector })}, ${at})
      on conflict (tenant_id, id) do update set value = excluded.value`);
  }

  return { get, put };
}
