import { canonicalJson, type JsonObject, query, type Sql } from "../../../kernel/index.ts";
import { projection } from "./projection.ts";

/** Folders that are older than models have none. */
export const RUNS = { ...projection("truth_run", ["run_id"], ["source_id", "config"]), isLater: true as const };

export type RunStore = ReturnType<typeof createRunStore>;

/** The only file that knows the table of runs: which models read which sources, and how they were asked. */
export function createRunStore(sql: Sql, tenant: string) {
  async function has(runId: string): Promise<boolean> {
    const row = await sql.first(query`select run_id from truth_run where tenant_id = ${tenant} and run_id = ${runId}`);
    return row !== undefined;
  }

  async function countSince(time: number): Promise<number> {
    const row = await sql.first<{ n: number }>(
      query`select count(*) as n from truth_run where tenant_id = ${tenant} and accepted_at >= ${time}`,
    );
    return Number(row?.n ?? 0);
  }

  async function insert(runId: string, sourceId: string, config: JsonObject, at: number): Promise<void> {
    await sql.run(query`insert into truth_run (tenant_id, run_id, source_id, config, accepted_at)
      values (${tenant}, ${runId}, ${sourceId}, ${canonicalJson(config)}, ${at})
      on conflict (tenant_id, run_id) do nothing`);
  }

  return { has, countSince, insert };
}
