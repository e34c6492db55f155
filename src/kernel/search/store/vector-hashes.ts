import { Query, query } from "../../query.ts";
import type { Migration, Sql } from "../../sql.ts";
import { engineFor } from "./engine.ts";
import { vectorHash } from "./vector-hash.ts";
import { hasPostgresVectors } from "./vector-index-postgres.ts";

const ROWS_PER_STEP = 500;

/** A vector keeps the hash of what it was written as. Those that are there are taken as they are. */
export const vectorHashes: Migration = {
  name: "kernel-005-search-vector-hash",
  up: (schema, { bytes }, dialect) =>
    dialect === "sqlite"
      ? [schema.alterTable("search_vector").addColumn("hash", bytes)]
      : // The table is made with the first vector, and then has the column.
        [new Query(["alter table if exists search_vector add column if not exists hash bytea"], [])],
  after: (sql) => fillVectorHashes(sql),
};

async function fillVectorHashes(sql: Sql): Promise<void> {
  const { vectors } = engineFor(sql.dialect);
  if (sql.dialect === "postgres" && !(await hasPostgresVectors(sql))) return;
  for (let after = -1; ; ) {
    const documents = await sql.all<{ key: number; tenant_id: string; space: string; text: string; model: string }>(
      query`select d.key, d.tenant_id, d.space, d.text, d.vector_model as model from search_vector v join search_document d on d.key = v.key
        where v.key > ${after} and v.hash is null and d.vector_model is not null order by v.key limit ${ROWS_PER_STEP}`,
    );
    const last = documents.at(-1);
    if (last === undefined) return;
    for (const document of documents) {
      const vector = (await vectors.of(sql, document, [document.key])).get(document.key);
      if (vector === undefined) continue;
      await sql.run(query`update search_vector set hash = ${vectorHash(document, vector)} where key = ${document.key}`);
    }
    after = last.key;
  }
}
