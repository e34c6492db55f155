import { query } from "../../query.ts";
import type { Sql } from "../../sql.ts";
import { engineFor } from "./engine.ts";
import { vectorHash } from "./vector-hash.ts";

const ROWS_PER_STEP = 500;

/** Gives vectors their hash that were written before there was one. */
export async function fillVectorHashes(sql: Sql): Promise<void> {
  const { vectors } = engineFor(sql.dialect);
  if (sql.dialect === "postgres" && (await vectors.missing(sql)) !== undefined) return;
  for (let after = -1; ; ) {
    const documents = await sql.all<{ key: number; text: string; model: string }>(
      query`select d.key, d.text, d.vector_model as model from search_vector v join search_document d on d.key = v.key
        where v.key > ${after} and v.hash is null and d.vector_model is not null order by v.key limit ${ROWS_PER_STEP}`,
    );
    const last = documents.at(-1);
    if (last === undefined) return;
    const kept = await vectors.of(
      sql,
      documents.map(({ key }) => key),
    );
    for (const document of documents) {
      const vector = kept.get(document.key);
      if (vector === undefined) continue;
      await sql.run(query`update search_vector set hash = ${vectorHash(document, vector)} where key = ${document.key}`);
    }
    after = last.key;
  }
}
