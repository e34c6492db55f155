import { query } from "../../query.ts";
import type { Sql } from "../../sql.ts";

/** How many times its length a lease may last by our clock: one that lasts longer was written by a clock that was wrong. */
const LENGTHS_MAX = 10;

/** A lease that lasts longer than this is not honoured. */
export const longestUntil = (nowMs: number, leaseMs: number): number => nowMs + leaseMs * LENGTHS_MAX;

/** Of all processes, one holds a lease at a time. Takes or prolongs it, or says that somebody else has it. */
export async function takeLease(
  sql: Sql,
  name: string,
  holder: string,
  nowMs: number,
  leaseMs: number,
): Promise<boolean> {
  const changed =
    await sql.change(query`insert into search_lease (name, holder, until) values (${name}, ${holder}, ${nowMs + leaseMs})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where search_lease.holder = excluded.holder or search_lease.until < ${nowMs}
      or search_lease.until > ${longestUntil(nowMs, leaseMs)}`);
  return changed > 0;
}
