import { query } from "../query.ts";
import type { Migration, Sql } from "../sql.ts";

/** Stands for every file of a user. */
export const EVERY_FILE = "";

/** Until when links were revoked: of a user, or of one file by a mark that does not tell which. */
export const linkRevocationMigration: Migration = {
  name: "kernel-007-link-revocation",
  up: (schema, { text, integer }) => [
    schema
      .createTable("link_revocation")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("file", text, (column) => column.notNull())
      .addColumn("until", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("link_revocation_key", ["tenant_id", "file"]),
  ],
};

/** Links that were given out up to now no longer hold. Of those that have expired since, nothing needs to be remembered. */
export async function putRevocation(
  sql: Sql,
  { tenant, file, until, expiredBy }: { tenant: string; file: string; until: number; expiredBy: number },
): Promise<void> {
  await sql.run(query`delete from link_revocation where tenant_id = ${tenant} and until < ${expiredBy}`);
  await sql.run(query`insert into link_revocation (tenant_id, file, until) values (${tenant}, ${file}, ${until})
    on conflict (tenant_id, file) do update set until = excluded.until`);
}

/** When links to a file were last revoked, by name or with all of the user's. */
export async function revokedUntil(sql: Sql, tenant: string, file: string): Promise<number> {
  const row = await sql.first<{ until: number | null }>(query`select max(until) as until from link_revocation
    where tenant_id = ${tenant} and file in (${EVERY_FILE}, ${file})`);
  return row?.until ?? 0;
}
