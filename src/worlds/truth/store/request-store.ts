import { KernelError, query, type Sql } from "../../../kernel/index.ts";
import { requestKey } from "../model/ids.ts";
import type { Answered } from "../model/recorded.ts";
import { shortHash } from "../model/row-hash.ts";

/** What was answered under a key before. */
export interface KeptAnswer {
  /** None where it was erased. */
  readonly payload_hash: string | null;
  /** As it was given; none where it was erased. */
  readonly answer: string | null;
}

interface RequestRow extends Answered {
  readonly answer: string | null;
}

const ROWS_AT_ONCE = 200;

export type RequestStore = ReturnType<typeof createRequestStore>;

/** The only file that knows the tables of requests. */
export function createRequestStore(sql: Sql, tenant: string) {
  async function find(key: string): Promise<KeptAnswer | undefined> {
    const keyHash = requestKey(tenant, key);
    // Requests from before the log spoke of them have no hash, and an erased one of them has no answer.
    const row = await sql.first<RequestRow & { before: number }>(
      query`select key_hash, payload_hash, answer_hash, answer, 0 as before from truth_request
          where tenant_id = ${tenant} and key_hash = ${keyHash}
        union all select idempotency_key, payload_hash, null, answer, 1 from truth_request_before
          where tenant_id = ${tenant} and idempotency_key = ${key}
        union all select idempotency_key, payload_hash, null, answer, 1 from truth_request_before
          where tenant_id = ${tenant} and idempotency_key = ${keyHash}`,
    );
    if (row === undefined) return undefined;
    if (row.before === 1) return { payload_hash: row.payload_hash, answer: row.answer === "" ? null : row.answer };
    if (!isAsKept(row)) {
      throw new KernelError("row_altered", "A kept answer is not what was given: it was changed outside Bailiwick.", {
        table: "truth_request",
        id: keyHash,
      });
    }
    return { payload_hash: row.payload_hash === "" ? null : row.payload_hash, answer: row.answer };
  }

  /** Whether a request stands as its entry tells it, with the answer that was given. */
  async function stands({ key_hash, payload_hash, answer_hash }: Answered): Promise<boolean> {
    const row = await sql.first<RequestRow>(
      query`select key_hash, payload_hash, answer_hash, answer from truth_request
        where tenant_id = ${tenant} and key_hash = ${key_hash}`,
    );
    if (row === undefined || !isAsKept(row)) return false;
    return row.payload_hash === (payload_hash ?? "") && row.answer_hash === answer_hash;
  }

  /** Every kept answer, by what its request is known by, and whether it is the one that was given. */
  async function* each(): AsyncIterable<{ key_hash: string; answer: string | null; isAsKept: boolean }> {
    let after = "";
    for (;;) {
      const rows = await sql.all<RequestRow>(
        query`select key_hash, payload_hash, answer_hash, answer from truth_request
          where tenant_id = ${tenant} and key_hash > ${after} order by key_hash limit ${ROWS_AT_ONCE}`,
      );
      for (const row of rows) yield { key_hash: row.key_hash, answer: row.answer, isAsKept: isAsKept(row) };
      if (rows.length < ROWS_AT_ONCE) return;
      after = rows.at(-1)?.key_hash ?? "";
    }
  }

  /** Those from before the log spoke of requests, by their own keys. */
  async function* eachBefore(): AsyncIterable<{ idempotency_key: string; answer: string }> {
    let after = "";
    for (;;) {
      const rows = await sql.all<{ idempotency_key: string; answer: string }>(
        query`select idempotency_key, answer from truth_request_before
          where tenant_id = ${tenant} and idempotency_key > ${after} order by idempotency_key limit ${ROWS_AT_ONCE}`,
      );
      yield* rows;
      if (rows.length < ROWS_AT_ONCE) return;
      after = rows.at(-1)?.idempotency_key ?? "";
    }
  }

  /** Forgets what was answered; the request stays, so that it is not made again. */
  async function erase(keyHash: string): Promise<void> {
    await sql.run(query`update truth_request set answer = null, answer_hash = null, payload_hash = ''
      where tenant_id = ${tenant} and key_hash = ${keyHash}`);
  }

  /** The same of one from before; its key may be words as well. */
  async function eraseBefore(key: string): Promise<void> {
    await sql.run(query`update truth_request_before
      set answer = '', payload_hash = '', idempotency_key = ${requestKey(tenant, key)}
      where tenant_id = ${tenant} and idempotency_key = ${key}`);
  }

  async function removeBefore(): Promise<void> {
    for await (const { idempotency_key } of eachBefore()) {
      await sql.run(query`delete from truth_request_before
        where tenant_id = ${tenant} and idempotency_key = ${idempotency_key}`);
    }
  }

  /** The request as its entry tells it; the answer is put beside it by whoever gives it. */
  async function insert({ key_hash, payload_hash, answer_hash }: Answered, at: number): Promise<void> {
    await sql.run(query`insert into truth_request (tenant_id, key_hash, payload_hash, answer_hash, accepted_at)
      values (${tenant}, ${key_hash}, ${payload_hash ?? ""}, ${answer_hash}, ${at})`);
  }

  async function fill(keyHash: string, answer: string): Promise<void> {
    await sql.run(query`update truth_request set answer = ${answer}
      where tenant_id = ${tenant} and key_hash = ${keyHash}`);
  }

  return { find, stands, each, eachBefore, erase, eraseBefore, removeBefore, insert, fill };
}

/** An answer that is gone while its hash stands was taken away by somebody else than an erasure. */
function isAsKept({ answer, answer_hash }: Pick<RequestRow, "answer" | "answer_hash">): boolean {
  return answer === null ? answer_hash === null : answer_hash === shortHash(answer);
}
