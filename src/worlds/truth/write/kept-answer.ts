import type { JsonObject } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import type { Truth } from "../truth.ts";

/** What was answered under a key before; undefined when the key is new. Another payload under it is refused. */
export async function keptAnswer<Answer>(
  { requests }: Truth,
  key: string,
  payloadHash: string,
): Promise<Answer | undefined> {
  const kept = await requests.find(key);
  if (kept === undefined || kept.payload_hash === payloadHash) return kept?.answer as Answer | undefined;
  throw refuse("IDEMPOTENCY_MISMATCH", "This idempotency_key was used for a different payload.", {
    problems: [{ path: "idempotency_key", message: "belongs to a call with another payload" }],
  });
}

/** Kept in the transaction that did the work: whoever calls again, in whatever process, is answered the same. */
export async function keepAnswer(
  { requests, scope }: Truth,
  key: string,
  payloadHash: string,
  answer: JsonObject,
): Promise<void> {
  await requests.keep(key, { payload_hash: payloadHash, answer }, scope.env.now());
}
