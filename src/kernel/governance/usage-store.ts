import { query } from "../query.ts";
import type { Sql } from "../sql.ts";

export interface AskedShare {
  readonly tenant: string;
  readonly counter: string;
  readonly wanted: number;
  readonly limit: number;
  readonly now: number;
  readonly windowMs: number;
}

export interface Taken {
  readonly taken: number;
  /** When the window ends, from now on. */
  readonly endsInMs: number;
}

/** Takes up to what is wanted out of the present window; the lane of the tenant keeps others from doing so meanwhile. */
export async function takeShare(sql: Sql, asked: AskedShare): Promise<Taken> {
  const { tenant, counter, wanted, limit, now, windowMs } = asked;
  const row = await sql.first<{ started_at: number; used: number }>(
    query`select started_at, used from usage_window where tenant_id = ${tenant} and counter = ${counter}`,
  );
  const isOver = row === undefined || now - row.started_at >= windowMs;
  const used = isOver ? 0 : row.used;
  // A clock that was set back gives nothing back: what was used stays used, until a whole window later.
  const startedAt = isOver ? now : Math.min(row.started_at, now);
  const taken = Math.max(0, Math.min(wanted, limit - used));
  await sql.run(query`insert into usage_window (tenant_id, counter, started_at, used)
    values (${tenant}, ${counter}, ${startedAt}, ${used + taken})
    on conflict (tenant_id, counter) do update set started_at = excluded.started_at, used = excluded.used`);
  return { taken, endsInMs: startedAt + windowMs - now };
}
