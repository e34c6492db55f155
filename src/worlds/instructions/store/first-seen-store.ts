import { batchesOf, list, query, rows, type Sql } from "../../../kernel/index.ts";
import type { FirstSeen } from "../model/normalise.ts";

const PARTS_MAX = 1000;

interface Row {
  readonly id: string;
  readonly summary: string;
  readonly created_at: string;
}

/** The only file that knows the instruction_first_seen table. */
export function createFirstSeenStore(sql: Sql, tenant: string) {
  return {
    async find(ids: readonly string[]): Promise<Map<string, FirstSeen>> {
      const found = new Map<string, FirstSeen>();
      const wanted = new Set(ids);
      // At a first start all are asked for: one look at the whole table is then cheaper than many at parts of it.
      const parts = ids.length > PARTS_MAX ? [undefined] : batchesOf(ids);
      for (const part of parts) {
        const some = part === undefined ? query`` : query` and id in (${list(part)})`;
        const known = await sql.all<Row>(
          query`select id, summary, created_at from instruction_first_seen where tenant_id = ${tenant}${some}`,
        );
        for (const { id, summary, created_at } of known) {
          if (wanted.has(id)) found.set(id, { summary, createdAt: created_at });
        }
      }
      return found;
    },
    async insert(seen: ReadonlyMap<string, FirstSeen>): Promise<void> {
      for (const batch of batchesOf([...seen])) {
        const bound = batch.map(([id, { summary, createdAt }]) => [tenant, id, summary, createdAt]);
        await sql.run(
          query`insert into instruction_first_seen (tenant_id, id, summary, created_at) values ${rows(bound)}
            on conflict (tenant_id, id) do nothing`,
        );
      }
    },
    async forget(ids: readonly string[]): Promise<void> {
      for (const batch of batchesOf(ids)) {
        await sql.run(query`delete from instruction_first_seen where tenant_id = ${tenant} and id in (${list(batch)})`);
      }
    },
  };
}
