import { query, type Sql } from "../../../kernel/index.ts";
import type { CatalogCollection } from "../model/catalog.ts";

/** The only file that knows the collection table. */
export function createCollectionStore(sql: Sql, tenant: string) {
  function find(collectionId: string): Promise<CatalogCollection | undefined> {
    return sql.first<CatalogCollection>(
      query`select digest, changed_at, notebooks, created_from, created_until, modified_at, skipped
        from notebook_collection where tenant_id = ${tenant} and collection_id = ${collectionId}`,
    );
  }

  async function put(collectionId: string, collection: CatalogCollection): Promise<void> {
    const { digest, changed_at, notebooks, created_from, created_until, modified_at, skipped } = collection;
    await sql.run(query`insert into notebook_collection (tenant_id, collection_id, digest, changed_at, notebooks,
        created_from, created_until, modified_at, skipped)
      values (${tenant}, ${collectionId}, ${digest}, ${changed_at}, ${notebooks}, ${created_from}, ${created_until},
        ${modified_at}, ${skipped})
      on conflict (tenant_id, collection_id) do update set digest = excluded.digest, changed_at = excluded.changed_at,
        notebooks = excluded.notebooks, created_from = excluded.created_from, created_until = excluded.created_until,
        modified_at = excluded.modified_at, skipped = excluded.skipped`);
  }

  async function remove(collectionId: string): Promise<void> {
    await sql.run(
      query`delete from notebook_collection where tenant_id = ${tenant} and collection_id = ${collectionId}`,
    );
  }

  return { remove, find, put };
}

/** How many collections there are of all users, for people. */
export async function countCollections(sql: Sql): Promise<number> {
  const counted = await sql.first<{ n: number }>(query`select cast(count(*) as integer) as n from notebook_collection`);
  return counted?.n ?? 0;
}
