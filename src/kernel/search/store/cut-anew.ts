import { query } from "../../query.ts";
import type { Migration, Sql } from "../../sql.ts";
import { isCutAnew, isCutByItsEndings, isCutBySpellings, terms } from "../rank/index.ts";
import { type Engine, engineFor } from "./engine.ts";
import { changeSpace, findSpace } from "./space-store.ts";
import type { SpaceRow } from "./text-index.ts";
import { correctTerms } from "./version-store.ts";

const ROWS_PER_STEP = 500;

interface Row {
  readonly key: number;
  readonly tenant_id: string;
  readonly space: string;
  readonly text: unknown;
  readonly terms: number;
  readonly until: number | null;
}

/** Texts in writing without spaces, and codes, get the words they are found by now; no document and no vector changes. */
export const cutAnew: Migration = {
  name: "kernel-008-search-terms",
  up: (schema, { raw }) => [
    schema
      .createIndex("search_document_place_memory")
      .on("search_document")
      .columns(["tenant_id", "space", "group_id", "position"])
      .where(raw("unit"), "=", raw("'memory'")),
  ],
  after: (sql) => cutDocumentsAnew(sql, isCutAnew),
};

/** Korean and Russian words are found whatever is written onto them. */
export const cutEndings: Migration = {
  name: "kernel-012-search-endings",
  up: () => [],
  after: (sql) => cutDocumentsAnew(sql, isCutByItsEndings),
};

/** Words are found however they are parted, and Greek and Hebrew ones whatever is written onto them. */
export const cutSpellings: Migration = {
  name: "kernel-013-search-spellings",
  up: () => [],
  after: (sql) => cutDocumentsAnew(sql, isCutBySpellings),
};

async function cutDocumentsAnew(sql: Sql, isOtherwise: (text: string) => boolean): Promise<void> {
  const engine = engineFor(sql.dialect);
  const spaces = new Map<string, SpaceRow | undefined>();
  for (let after = -1; ; ) {
    const rows = await sql.all<Row>(query`select key, tenant_id, space, text, terms, until from search_document
      where key > ${after} order by key limit ${ROWS_PER_STEP}`);
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) {
      if (typeof row.text !== "string" || !isOtherwise(row.text)) continue;
      const name = JSON.stringify([row.tenant_id, row.space]);
      if (!spaces.has(name)) spaces.set(name, await soundSpace(engine, sql, row));
      const space = spaces.get(name);
      if (space !== undefined) await cutOne(engine, sql, space, row, row.text);
    }
    after = last.key;
  }
}

/** One whose tables are damaged is left to reindexing, which makes all of its words anew. */
async function soundSpace(engine: Engine, sql: Sql, row: Row): Promise<SpaceRow | undefined> {
  const space = await findSpace(sql, row.tenant_id, row.space);
  return space === undefined || (await engine.text.damage(sql, space)) !== undefined ? undefined : space;
}

async function cutOne(engine: Engine, sql: Sql, space: SpaceRow, row: Row, text: string): Promise<void> {
  const found = terms(text);
  await engine.text.remove(sql, space, [{ key: row.key }]);
  await engine.text.add(sql, space, [{ key: row.key, found }]);
  await correctTerms(sql, row, row.key, found.length);
  // A space counts the words of what it has now.
  const more = row.until === null ? found.length - row.terms : 0;
  await changeSpace(sql, space, { documents: 0, terms: more, past: 0, pending: 0 });
}
