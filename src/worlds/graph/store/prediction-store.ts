import { canonicalJson, query, type Sql } from "../../../kernel/index.ts";
import type { Prediction } from "../model/prediction.ts";
import { projection } from "./projection.ts";

export const PREDICTIONS = projection(
  "graph_prediction",
  ["id"],
  ["query_id", "result_id", "domain", "similarity", "spaces", "outcome"],
);

/** What is looked at, at most: the newest. */
const READ_MAX = 1000;

interface PredictionRow extends Omit<Prediction, "spaces"> {
  readonly spaces: string;
}

export type PredictionStore = ReturnType<typeof createPredictionStore>;

/** The only file that knows the table of predictions. */
export function createPredictionStore(sql: Sql, tenant: string) {
  /** Those judged since a time, the oldest first; of one domain, or of all. */
  async function since(time: number, domain?: string): Promise<Prediction[]> {
    const only = domain === undefined ? query`` : query`and domain = ${domain}`;
    const rows = await sql.all<PredictionRow>(
      query`select id, query_id, result_id, domain, similarity, spaces, outcome from graph_prediction
        where tenant_id = ${tenant} and judged_at >= ${time} ${only} order by position desc limit ${READ_MAX}`,
    );
    return rows.reverse().map((row) => ({ ...row, spaces: JSON.parse(row.spaces) as (number | null)[] }));
  }

  /** How often a result was judged for a query. */
  async function countOf(queryId: string, resultId: string): Promise<number> {
    const row = await sql.first<{ count: number }>(
      query`select count(*) as count from graph_prediction
        where tenant_id = ${tenant} and query_id = ${queryId} and result_id = ${resultId}`,
    );
    return Number(row?.count ?? 0);
  }

  async function insert(prediction: Prediction, at: number, position: number): Promise<void> {
    const { id, query_id, result_id, domain, similarity, spaces, outcome } = prediction;
    await sql.run(query`insert into graph_prediction
      (tenant_id, id, query_id, result_id, domain, similarity, spaces, outcome, judged_at, position)
      values (${tenant}, ${id}, ${query_id}, ${result_id}, ${domain}, ${similarity}, ${canonicalJson(spaces)}, ${outcome},
        ${at}, ${position})`);
  }

  return { since, countOf, insert };
}
