import { canonicalJson, query, type Sql } from "../../../kernel/index.ts";
import type { Recommendation } from "../model/schema/recorded-schema.ts";
import { projection } from "./projection.ts";

export const RECOMMENDATIONS = projection("truth_recommendation", ["entity_type", "id"], ["status", "recommendation"]);

export type RecommendationStore = ReturnType<typeof createRecommendationStore>;

/** The only file that knows what was recommended for schemas. */
export function createRecommendationStore(sql: Sql, tenant: string) {
  async function of(entityType: string): Promise<Recommendation[]> {
    const rows = await sql.all<{ recommendation: string }>(query`select recommendation from truth_recommendation
      where tenant_id = ${tenant} and entity_type = ${entityType} order by id`);
    return rows.map(({ recommendation }) => JSON.parse(recommendation) as Recommendation);
  }

  async function insert(recommendation: Recommendation): Promise<void> {
    const { id, entity_type, status } = recommendation;
    await sql.run(query`insert into truth_recommendation (tenant_id, entity_type, id, status, recommendation)
      values (${tenant}, ${entity_type}, ${id}, ${status}, ${canonicalJson(JSON.parse(JSON.stringify(recommendation)))})
      on conflict (tenant_id, entity_type, id) do nothing`);
  }

  return { of, insert };
}
