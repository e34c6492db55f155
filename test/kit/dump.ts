import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/kernel/canonical-json.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import { name, query } from "../../src/kernel/query.ts";
import type { TestKernel } from "./kernel.ts";

export interface Dump {
  readonly tables: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
}

/** Every row of every table and every file of the data folder: what a call that changes nothing must leave as it was. */
export async function dumpEverything(kernel: TestKernel): Promise<Dump> {
  const database = await kernel.parts.database();
  const tables = await database.read(EVERY_TENANT, async (sql) => {
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

/** The same without the log: what a refused call must leave as it was, while the refusal itself is an entry. */
export async function dumpBesideLog(kernel: TestKernel): Promise<Dump> {
  const { tables, files } = await dumpEverything(kernel);
  return {
    tables: Object.fromEntries(Object.entries(tables).filter(([table]) => !/^(event|log)(_|$)/.test(table))),
    files,
  };
}

/** The refusals in the log, in order. */
export async function refusalsIn(kernel: TestKernel): Promise<readonly { tool: string; code: string }[]> {
  const database = await kernel.parts.database();
  const events = await database.read(EVERY_TENANT, (sql) =>
    sql.all<{ tool: string; payload: string | object }>(
      query`select tool, payload from event where kind = 'refused' order by seq`,
    ),
  );
  return events.map(({ tool, payload }) => ({
    tool,
    code: (typeof payload === "string" ? JSON.parse(payload) : payload).code,
  }));
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
