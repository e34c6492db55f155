import { list, type Query, query } from "../../query.ts";
import type { IndexedDocument, IndexedDocuments } from "../../search.ts";
import type { Sql } from "../../sql.ts";

const COLUMNS = query`key, id, unit, text, group_id, position, speaker, at, filters, until`;
const ROWS_PER_STEP = 200;

export function indexedDocuments(sql: Sql, tenant: string): IndexedDocuments {
  const inside = (space: string) => query`tenant_id = ${tenant} and space = ${space}`;
  return {
    async spaces() {
      const rows = await sql.all<{ space: string }>(
        query`select distinct space from search_document where tenant_id = ${tenant} order by space`,
      );
      return rows.map(({ space }) => space);
    },
    async *of(space) {
      for (let last: IndexedDocument | undefined; ; ) {
        const after: Query =
          last === undefined ? query`` : query`and id >= ${last.id} and not (id = ${last.id} and key <= ${last.key})`;
        const rows = await sql.all<IndexedDocument>(query`select ${COLUMNS} from search_document
          where ${inside(space)} ${after} order by id, key limit ${ROWS_PER_STEP}`);
        last = rows.at(-1);
        if (last === undefined) return;
        yield rows;
      }
    },
    async among(space, ids) {
      if (ids.length === 0) return new Set();
      const rows = await sql.all<{ id: string }>(
        query`select id from search_document where ${inside(space)} and until is null and id in (${list(ids)})`,
      );
      return new Set(rows.map(({ id }) => id));
    },
  };
}
