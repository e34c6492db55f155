import { z } from "zod";
import type { JsonObject } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import { requestKey } from "../model/ids.ts";
import { type Answered, REQUEST_ANSWERED, toPayload } from "../model/recorded.ts";
import { shortHash } from "../model/row-hash.ts";
import type { Truth } from "../truth.ts";

export const Replayed = z
  .boolean()
  .optional()
  .describe("Nothing was done: this is what the same call was answered the first time");

/** An answer that was given before, and says so. */
export function replayed<Answer extends object>(kept: Answer): Answer & { replayed: true } {
  return { ...kept, replayed: true };
}

/** What was answered under a key before; undefined when the key is new. Another payload under it is refused. */
export async function keptAnswer<Answer>(
  { requests }: Truth,
  key: string,
  payloadHash: string,
): Promise<Answer | undefined> {
  const kept = await requests.find(key);
  if (kept === undefined) return undefined;
  if (kept.answer === null) {
    throw refuse("ANSWER_ERASED", "What was done under this idempotency_key was erased, and is not done again.", {
      problems: [{ path: "idempotency_key", message: "belongs to a call whose answer was erased" }],
    });
  }
  if (kept.payload_hash === payloadHash) return JSON.parse(kept.answer) as Answer;
  throw refuse("IDEMPOTENCY_MISMATCH", "This idempotency_key was used for a different payload.", {
    problems: [{ path: "idempotency_key", message: "belongs to a call with another payload" }],
  });
}

/**
 * Records what a call does, with the hash of its answer, and keeps the answer in the same transaction: whoever calls
 * again, in whatever process, is answered the same.
 */
export async function keepAnswer(
  { requests, tenant }: Truth,
  key: string,
  payloadHash: string,
  answer: JsonObject,
  record: (answered: Answered) => Promise<unknown>,
): Promise<void> {
  const text = JSON.stringify(answer);
  const key_hash = requestKey(tenant, key);
  await record({ key_hash, payload_hash: payloadHash, answer_hash: shortHash(text) });
  await requests.fill(key_hash, text);
}

/** Where nothing was new, the answer alone is recorded. */
export async function recordAnswer({ scope }: Truth, answered: Answered): Promise<void> {
  await scope.record({ kind: REQUEST_ANSWERED, payload: toPayload({ answered }) });
}
