import { type JsonObject, query } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import type { Truth } from "../truth.ts";

/** What was answered under a key before; undefined when the key is new. Another payload under it is refused. */
export async function keptAnswer<Answer>(
  { scope, tenant }: Truth,
  key: string,
  payloadHash: string,
): Promise<Answer | undefined> {
  const row = await scope.sql.first<{ payload_hash: string; answer: string }>(
    query`select payload_hash, answer from truth_request where tenant_id = ${tenant} and idempotency_key = ${key}`,
  );
  if (row === undefined) return undefined;
  if (row.payload_hash === payloadHash) return JSON.parse(row.answer) as Answer;
  throw refuse("IDEMPOTENCY_MISMATCH", "This idempotency_key was used for a different payload.", {
    problems: [{ path: "idempotency_key", message: "belongs to a call with another payload" }],
  });
}

/** Kept in the transaction that did the work: whoever calls again, in whatever process, is answered the same. */
export async function keepAnswer(
  { scope, tenant }: Truth,
  key: string,
  payloadHash: string,
  answer: JsonObject,
): Promise<void> {
  await scope.sql.run(query`insert into truth_request (tenant_id, idempotency_key, payload_hash, answer, accepted_at)
    values (${tenant}, ${key}, ${payloadHash}, ${JSON.stringify(answer)}, ${scope.env.now()})`);
}
