import { batchesOf, list, query, rows, type Sql, sha256 } from "../../../kernel/index.ts";
import type { CatalogFile, CollectionSum } from "../model/catalog.ts";
import type { GivenUpFile } from "../model/given-up.ts";
import { GIVEN_UP, type SkipReason } from "../model/parsed.ts";

const COLUMNS = query`path, stamp, modified_at, sha256, skipped, wanted_id, notebook_id, format, title, author, created_at, notes, indexed_at`;
const ROWS_PER_STATEMENT = 100;

export type FileStore = ReturnType<typeof createFileStore>;

/** The only file that knows the file table. */
export function createFileStore(sql: Sql, tenant: string) {
  const inside = (collectionId: string) => query`tenant_id = ${tenant} and collection_id = ${collectionId}`;

  async function findAt(collectionId: string, paths: readonly string[]): Promise<Map<string, CatalogFile>> {
    if (paths.length === 0) return new Map();
    const found = await sql.all<CatalogFile>(
      query`select ${COLUMNS} from notebook_file where ${inside(collectionId)} and path in (${list(paths)})`,
    );
    return new Map(found.map((row) => [row.path, row]));
  }

  function findNotebook(collectionId: string, notebookId: string): Promise<CatalogFile | undefined> {
    return sql.first<CatalogFile>(
      query`select ${COLUMNS} from notebook_file
        where ${inside(collectionId)} and notebook_id = ${notebookId} and skipped is null order by path limit 1`,
    );
  }

  async function put(collectionId: string, files: readonly CatalogFile[]): Promise<void> {
    for (const batch of batchesOf(files, ROWS_PER_STATEMENT)) {
      const given = batch.map((file) => [
        tenant,
        collectionId,
        file.path,
        file.stamp,
        file.modified_at,
        file.sha256,
        file.skipped,
        file.wanted_id,
        file.notebook_id,
        file.format,
        file.title,
        file.author,
        file.created_at,
        file.notes,
        file.indexed_at,
      ]);
      await sql.run(query`insert into notebook_file (tenant_id, collection_id, ${COLUMNS}) values ${rows(given)}
        on conflict (tenant_id, collection_id, path) do update set stamp = excluded.stamp,
          modified_at = excluded.modified_at, sha256 = excluded.sha256, skipped = excluded.skipped,
          wanted_id = excluded.wanted_id, notebook_id = excluded.notebook_id, format = excluded.format,
          title = excluded.title, author = excluded.author, created_at = excluded.created_at,
          notes = excluded.notes, indexed_at = excluded.indexed_at`);
    }
  }

  async function remove(collectionId: string, paths: readonly string[]): Promise<void> {
    if (paths.length > 0) {
      await sql.run(query`delete from notebook_file where ${inside(collectionId)} and path in (${list(paths)})`);
    }
  }

  /** Rows after a path, in order: how the whole table is walked in bounded memory. */
  function after(collectionId: string, path: string, limit: number): Promise<CatalogFile[]> {
    return sql.all<CatalogFile>(
      query`select ${COLUMNS} from notebook_file where ${inside(collectionId)} and path > ${path} order by path limit ${limit}`,
    );
  }

  /** Notebooks whose passages are yet to be cut. */
  function unindexedAfter(collectionId: string, path: string, limit: number): Promise<CatalogFile[]> {
    return sql.all<CatalogFile>(
      query`select ${COLUMNS} from notebook_file
        where ${inside(collectionId)} and path > ${path} and skipped is null and indexed_at is null order by path limit ${limit}`,
    );
  }

  async function count(collectionId: string, condition: "all" | "unindexed"): Promise<number> {
    const only = condition === "all" ? query`` : query`and skipped is null and indexed_at is null`;
    const row = await sql.first<{ files: number }>(
      query`select cast(count(*) as integer) as files from notebook_file where ${inside(collectionId)} ${only}`,
    );
    return row?.files ?? 0;
  }

  async function markIndexed(collectionId: string, path: string, fileSha256: string, at: number): Promise<void> {
    await sql.run(
      query`update notebook_file set indexed_at = ${at} where ${inside(collectionId)} and path = ${path} and sha256 = ${fileSha256}`,
    );
  }

  /** All of them are to be cut again. */
  async function markUnindexed(collectionId: string): Promise<void> {
    await sql.run(query`update notebook_file set indexed_at = ${null} where ${inside(collectionId)}`);
  }

  /**
   * Gives every notebook its id. Where several ask for one, the first path has it and the others get a suffix of their
   * own path: the same outcome in whatever order the files were found.
   */
  async function settleIds(collectionId: string): Promise<void> {
    for (const { path, settled } of await unsettled(collectionId)) {
      await sql.run(
        query`update notebook_file set notebook_id = ${settled}, indexed_at = ${null} where ${inside(collectionId)} and path = ${path}`,
      );
    }
  }

  /** The notebooks that have another id than they should. */
  async function unsettled(collectionId: string): Promise<{ path: string; settled: string }[]> {
    const moved = await sql.all<{ path: string; wanted_id: string; notebook_id: string; first_path: string }>(
      query`select f.path, f.wanted_id, f.notebook_id, g.first_path from notebook_file f join (
          select wanted_id, min(path) as first_path, count(*) as files from notebook_file
          where ${inside(collectionId)} and skipped is null group by wanted_id
        ) g on g.wanted_id = f.wanted_id
        where f.tenant_id = ${tenant} and f.collection_id = ${collectionId} and f.skipped is null
          and (g.files > 1 or f.notebook_id <> f.wanted_id)`,
    );
    return moved.flatMap(({ path, wanted_id, notebook_id, first_path }) => {
      const settled = path === first_path ? wanted_id : `${wanted_id}-${sha256(path).slice(0, 8)}`;
      return settled === notebook_id ? [] : [{ path, settled }];
    });
  }

  /** The first files that were given up, by path. */
  function givenUp(collectionId: string, limit: number): Promise<GivenUpFile[]> {
    return sql.all<GivenUpFile>(
      query`select path, skipped from notebook_file
        where ${inside(collectionId)} and skipped in (${list(Object.keys(GIVEN_UP))}) order by path limit ${limit}`,
    );
  }

  async function removeAll(collectionId: string): Promise<void> {
    await sql.run(query`delete from notebook_file where ${inside(collectionId)}`);
  }

  /** Files that are there and were not read, by name. */
  function skipped(collectionId: string, limit: number): Promise<{ path: string; skipped: SkipReason }[]> {
    return sql.all(
      query`select path, skipped from notebook_file
        where ${inside(collectionId)} and skipped is not null order by path limit ${limit}`,
    );
  }

  /** What the files of a collection come to. */
  async function sum(collectionId: string): Promise<CollectionSum> {
    const notebooks = await sql.first<Omit<CollectionSum, "skipped">>(
      query`select cast(count(*) as integer) as notebooks, min(created_at) as created_from,
          max(created_at) as created_until, cast(coalesce(max(modified_at), 0) as bigint) as modified_at
        from notebook_file where ${inside(collectionId)} and skipped is null`,
    );
    const reasons = await sql.all<{ skipped: string; files: number }>(
      query`select skipped, cast(count(*) as integer) as files from notebook_file
        where ${inside(collectionId)} and skipped is not null group by skipped order by skipped`,
    );
    return {
      notebooks: notebooks?.notebooks ?? 0,
      created_from: notebooks?.created_from ?? null,
      created_until: notebooks?.created_until ?? null,
      modified_at: notebooks?.modified_at ?? 0,
      skipped: JSON.stringify(Object.fromEntries(reasons.map((row) => [row.skipped, row.files]))),
    };
  }

  return {
    findAt,
    findNotebook,
    put,
    remove,
    after,
    unindexedAfter,
    count,
    markIndexed,
    markUnindexed,
    settleIds,
    givenUp,
    skipped,
    removeAll,
    unsettled,
    sum,
  };
}

/** How many notebooks there are of all users, for people. */
export async function countNotebooks(sql: Sql): Promise<number> {
  const counted = await sql.first<{ n: number }>(
    query`select cast(count(*) as integer) as n from notebook_file where skipped is null`,
  );
  return counted?.n ?? 0;
}
