import { type JsonObject, query, type Sql } from "../../../kernel/index.ts";

/** What was answered under a key before. */
export interface KeptAnswer {
  readonly payload_hash: string;
  readonly answer: JsonObject;
}

export type RequestStore = ReturnType<typeof createRequestStore>;

/** The only file that knows the table of requests. */
export function createRequestStore(sql: Sql, tenant: string) {
  async function find(key: string): Promise<KeptAnswer | undefined> {
    const row = await sql.first<{ payload_hash: string; answer: string }>(
      query`select payload_hash, answer from truth_request where tenant_id = ${tenant} and idempotency_key = ${key}`,
    );
    return row && { payload_hash: row.payload_hash, answer: JSON.parse(row.answer) as JsonObject };
  }

  async function keep(key: string, { payload_hash, answer }: KeptAnswer, at: number): Promise<void> {
    await sql.run(query`insert into truth_request (tenant_id, idempotency_key, payload_hash, answer, accepted_at)
      values (${tenant}, ${key}, ${payload_hash}, ${JSON.stringify(answer)}, ${at})`);
  }

  return { find, keep };
}
