import { createHash } from "node:crypto";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { name as nameOf, query } from "../../src/kernel/query.ts";
import type { TestKernel } from "./kernel.ts";

/** Everything that is kept for one user, as one hash. */
export async function rowsOf(kernel: TestKernel, tenant: string): Promise<string> {
  const database = await kernel.parts.database();
  return database.read(EVERY_TENANT, async (sql) => {
    const tables = await sql.all<{ name: string }>(
      sql.dialect === "sqlite"
        ? query`select m.name as name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'tenant_id' where m.type = 'table' order by 1`
        : query`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
            where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const found = await sql.all<{ tenant_id: string }>(query`select * from ${nameOf(name)}`);
      const own = found.filter(({ tenant_id }) => tenant_id === tenant);
      rows.push(...own.map((row) => `${name} ${JSON.stringify(row)}`));
    }
    return createHash("sha256").update(rows.sort().join("\n")).digest("hex");
  });
}
