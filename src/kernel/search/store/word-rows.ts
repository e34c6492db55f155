import { Query, query } from "../../query.ts";
import type { Migration, Sql } from "../../sql.ts";
import { terms } from "../rank/index.ts";
import { engineFor } from "./engine.ts";
import type { SpaceRow } from "./text-index.ts";

const ROWS_PER_STEP = 500;

const WORDS = [
  "drop table search_posting",
  `create table search_posting (tenant_id text collate "C" not null, space text collate "C" not null,
    bucket integer not null, chunk bigint not null, places bytea not null,
    constraint search_posting_key primary key (tenant_id, space, bucket, chunk)) with (fillfactor = 80)`,
];

/** On PostgreSQL several words share a row. The words of what is there are written anew. */
export const wordRows: Migration = {
  name: "kernel-011-search-word-rows",
  up: (_schema, _types, dialect) => (dialect === "sqlite" ? [] : WORDS).map((text) => new Query([text], [])),
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
