import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/kernel/canonical-json.ts";
import { name, query } from "../../src/kernel/query.ts";
import type { TestKernel } from "./kernel.ts";

/** Every row of every table and every file of the data folder: what a call that changes nothing must leave as it was. */
export async function dumpEverything(kernel: TestKernel): Promise<unknown> {
  const database = await kernel.parts.database();
  const tables = await database.read(async (sql) => {
    const listed = await sql.all<{ name: string }>(
      sql.dialect === "sqlite"
        ? query`select name from sqlite_master where type = 'table' order by name`
        : query`select tablename as name from pg_catalog.pg_tables where schemaname = current_schema() order by tablename`,
    );
    const rows: Record<string, unknown> = {};
    for (const table of listed) {
      const found = await sql.all(query`select * from ${name(table.name)}`);
      rows[table.name] = found.map((row) => JSON.stringify(row)).sort();
    }
    return rows;
  });
  return { tables, files: filesOf(kernel.folder) };
}

function filesOf(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    // The witness follows what was committed before, a moment later.
    .filter((entry) => entry.isFile() && !/^(bailiwick\.db|\.?witness\.json)/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(found.map((path) => [path.slice(folder.length), sha256(readFileSync(path))]));
}
