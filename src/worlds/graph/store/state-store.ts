import { canonicalJson, type JsonObject, query, type Sql } from "../../../kernel/index.ts";
import { projection } from "./projection.ts";

export const STATE = projection("graph_state", ["name"], ["value"]);

export type StateStore = ReturnType<typeof createStateStore>;

/** The only file that knows the table of state. */
export function createStateStore(sql: Sql, tenant: string) {
  /** The row of a name, or undefined while nothing was ever said of it. */
  async function get(name: string): Promise<JsonObject | undefined> {
    const row = await sql.first<{ value: string }>(
      query`select value from graph_state where tenant_id = ${tenant} and name = ${name}`,
    );
    return row === undefined ? undefined : (JSON.parse(row.value) as JsonObject);
  }

  /** How often a row was put. */
  async function version(name: string): Promise<number> {
    const row = await sql.first<{ version: number }>(
      query`select version from graph_state where tenant_id = ${tenant} and name = ${name}`,
    );
    return row?.version ?? 0;
  }

  async function put(name: string, value: JsonObject, at: number): Promise<void> {
    await sql.run(query`insert into graph_state (tenant_id, name, value, version, updated_at)
      values (${tenant}, ${name}, ${canonicalJson(value)}, ${1}, ${at})
      on conflict (tenant_id, name) do update set value = excluded.value, version = graph_state.version + 1,
        updated_at = excluded.updated_at`);
  }

  return { get, version, put };
}
