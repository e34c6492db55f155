import { query } from "../../query.ts";
import type { Migration, Sql } from "../../sql.ts";
import { tenantKeyTables } from "../migrations/tenant-keys.ts";
import { terms } from "../rank/index.ts";
import { engineFor } from "./engine.ts";
import type { SpaceRow } from "./text-index.ts";

const ROWS_PER_STEP = 500;

/** The tables of it, and the words of the documents that are there. */
export const tenantKeys: Migration = {
  ...tenantKeyTables,
  after: async (sql) => {
    if (sql.dialect === "postgres") await writeWords(sql);
  },
};

async function writeWords(sql: Sql): Promise<void> {
  const { text: index } = engineFor(sql.dialect);
  for (const space of await sql.all<SpaceRow>(query`select * from search_space order by tenant_id, space`)) {
    for (let after = -1; ; ) {
      const rows = await sql.all<{ key: number; text: string }>(query`select key, text from search_document
        where tenant_id = ${space.tenant_id} and space = ${space.space} and key > ${after} order by key limit ${ROWS_PER_STEP}`);
      const last = rows.at(-1);
      if (last === undefined) break;
      await index.add(
        sql,
        space,
        rows.map(({ key, text }) => ({ key, found: terms(text) })),
      );
      after = last.key;
    }
  }
}
