import { query, type Sql } from "../../kernel/index.ts";
import type { FirstSeen } from "./normalise.ts";
import { batchesOf, rows, values } from "./sql-values.ts";

/** The folder is one for all users of an installation, and so is what was first seen in it. */
const EVERYONE = "local";

interface Row {
  readonly id: string;
  readonly summary: string;
  readonly created_at: string;
}

/** The only file that knows the table of what was first seen. */
export function createFirstSeenStore(sql: Sql) {
  return {
    async find(ids: readonly string[]): Promise<Map<string, FirstSeen>> {
      const found = new Map<string, FirstSeen>();
      for (const batch of batchesOf(ids)) {
        const known = await sql.all<Row>(
          query`select id, summary, created_at from instruction_first_seen
            where tenant_id = ${EVERYONE} and id in (${values(batch)})`,
        );
        for (const row of known) found.set(row.id, { summary: row.summary, createdAt: row.created_at });
      }
      return found;
    },
    async insert(seen: ReadonlyMap<string, FirstSeen>): Promise<void> {
      for (const batch of batchesOf([...seen])) {
        const bound = batch.map(([id, { summary, createdAt }]) => [EVERYONE, id, summary, createdAt]);
        await sql.run(
          query`insert into instruction_first_seen (tenant_id, id, summary, created_at) values ${rows(bound)}
            on conflict (tenant_id, id) do nothing`,
        );
      }
    },
    async forget(ids: readonly string[]): Promise<void> {
      for (const batch of batchesOf(ids)) {
        await sql.run(
          query`delete from instruction_first_seen where tenant_id = ${EVERYONE} and id in (${values(batch)})`,
        );
      }
    },
  };
}
