import { query } from "../../query.ts";
import type { Sql } from "../../sql.ts";

/** How many times its length a claim may last by our clock: one that lasts longer was written by a clock that was wrong. */
const LENGTHS_MAX = 10;

/** Who makes vectors, and by which clock. */
export interface Maker {
  readonly holder: string;
  readonly nowMs: number;
  readonly leaseMs: number;
}

/** A claim that lasts longer than this is not honoured. */
export const longestUntil = ({ nowMs, leaseMs }: Maker): number => nowMs + leaseMs * LENGTHS_MAX;

/** Of all processes, one has a document at a time. Takes or prolongs it, or says that somebody else has it. */
export async function takeDocument(sql: Sql, tenant: string, key: number, maker: Maker): Promise<boolean> {
  const { holder, nowMs, leaseMs } = maker;
  const changed = await sql.change(query`insert into search_claim (tenant_id, key, holder, until)
    values (${tenant}, ${key}, ${holder}, ${nowMs + leaseMs})
    on conflict (tenant_id, key) do update set holder = excluded.holder, until = excluded.until
    where search_claim.holder = excluded.holder or search_claim.until < ${nowMs}
      or search_claim.until > ${longestUntil(maker)}`);
  return changed > 0;
}

/** Ends all claims of a process on documents of a tenant, and those that have run out. */
export async function endClaims(sql: Sql, tenant: string, { holder, nowMs }: Maker): Promise<void> {
  await sql.run(
    query`delete from search_claim where tenant_id = ${tenant} and (holder = ${holder} or until < ${nowMs})`,
  );
}
