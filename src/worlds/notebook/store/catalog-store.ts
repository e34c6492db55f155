import { batchesOf, list, query, rows, type Sql, sha256 } from "../../../kernel/index.ts";
import type { Format, SkipReason } from "../model/parsed.ts";

/** A file of a collection, as last looked at. */
export interface FileRow {
  readonly path: string;
  readonly stamp: string;
  readonly modified_at: number;
  readonly sha256: string;
  /** Why it is not a notebook; null when it is one. */
  readonly skipped: SkipReason | null;
  /** The id it asks for. */
  readonly wanted_id: string;
  readonly notebook_id: string;
  readonly format: Format;
  readonly title: string;
  readonly author: string | null;
  readonly created_at: number;
  /** JSON list of sentences. */
  readonly notes: string;
  /** When its passages were cut; null while they are not those of this file. */
  readonly indexed_at: number | null;
}

/** What list_collections says of a collection. */
export interface CollectionRow {
  readonly digest: string;
  /** When a look last found something new. */
  readonly changed_at: number;
  readonly notebooks: number;
  readonly created_from: number | null;
  readonly created_until: number | null;
  readonly modified_at: number;
  /** JSON: how many files are no notebooks, by reason. */
  readonly skipped: string;
}

const COLUMNS = query`path, stamp, modified_at, sha256, skipped, wanted_id, notebook_id, format, title, author, created_at, notes, indexed_at`;
const ROWS_PER_STATEMENT = 100;

export type CatalogStore = ReturnType<typeof createCatalogStore>;

/** The only file that knows the collection and file tables. */
export function createCatalogStore(sql: Sql, tenant: string, collectionId: string) {
  const here = query`tenant_id = ${tenant} and collection_id = ${collectionId}`;

  function collection(): Promise<CollectionRow | undefined> {
    return sql.first<CollectionRow>(
      query`select digest, changed_at, notebooks, created_from, created_until, modified_at, skipped
        from notebook_collection where ${here}`,
    );
  }

  async function filesAt(paths: readonly string[]): Promise<Map<string, FileRow>> {
    if (paths.length === 0) return new Map();
    const found = await sql.all<FileRow>(
      query`select ${COLUMNS} from notebook_file where ${here} and path in (${list(paths)})`,
    );
    return new Map(found.map((row) => [row.path, row]));
  }

  async function notebook(notebookId: string): Promise<FileRow | undefined> {
    return sql.first<FileRow>(
      query`select ${COLUMNS} from notebook_file
        where ${here} and notebook_id = ${notebookId} and skipped is null order by path limit 1`,
    );
  }

  async function put(files: readonly FileRow[]): Promise<void> {
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

  async function remove(paths: readonly string[]): Promise<void> {
    if (paths.length > 0) {
      await sql.run(query`delete from notebook_file where ${here} and path in (${list(paths)})`);
    }
  }

  /** Rows after a path, in order: how the whole table is walked in bounded memory. */
  function after(path: string, limit: number): Promise<FileRow[]> {
    return sql.all<FileRow>(
      query`select ${COLUMNS} from notebook_file where ${here} and path > ${path} order by path limit ${limit}`,
    );
  }

  /** Notebooks whose passages are yet to be cut. */
  function unindexedAfter(path: string, limit: number): Promise<FileRow[]> {
    return sql.all<FileRow>(
      query`select ${COLUMNS} from notebook_file
        where ${here} and path > ${path} and skipped is null and indexed_at is null order by path limit ${limit}`,
    );
  }

  async function count(condition: "all" | "unindexed"): Promise<number> {
    const only = condition === "all" ? query`` : query`and skipped is null and indexed_at is null`;
    const row = await sql.first<{ files: number }>(
      query`select cast(count(*) as integer) as files from notebook_file where ${here} ${only}`,
    );
    return row?.files ?? 0;
  }

  async function markIndexed(path: string, fileSha256: string, at: number): Promise<void> {
    await sql.run(
      query`update notebook_file set indexed_at = ${at} where ${here} and path = ${path} and sha256 = ${fileSha256}`,
    );
  }

  /**
   * Gives every notebook its id. Where several ask for one, the first path has it and the others get a suffix of their
   * own path: the same outcome in whatever order the files were found.
   */
  async function settleIds(): Promise<void> {
    const moved = await sql.all<{ path: string; wanted_id: string; notebook_id: string; first_path: string }>(
      query`select f.path, f.wanted_id, f.notebook_id, g.first_path from notebook_file f join (
          select wanted_id, min(path) as first_path, count(*) as files from notebook_file
          where ${here} and skipped is null group by wanted_id
        ) g on g.wanted_id = f.wanted_id
        where f.tenant_id = ${tenant} and f.collection_id = ${collectionId} and f.skipped is null
          and (g.files > 1 or f.notebook_id <> f.wanted_id)`,
    );
    for (const { path, wanted_id, notebook_id, first_path } of moved) {
      const settled = path === first_path ? wanted_id : `${wanted_id}-${sha256(path).slice(0, 8)}`;
      if (settled === notebook_id) continue;
      await sql.run(
        query`update notebook_file set notebook_id = ${settled}, indexed_at = ${null} where ${here} and path = ${path}`,
      );
    }
  }

  /** Writes what the collection comes to now. */
  async function settle(digest: string, changedAt: number): Promise<void> {
    const sum = await sql.first<Omit<CollectionRow, "digest" | "changed_at" | "skipped">>(
      query`select cast(count(*) as integer) as notebooks, min(created_at) as created_from,
          max(created_at) as created_until, cast(coalesce(max(modified_at), 0) as bigint) as modified_at
        from notebook_file where ${here} and skipped is null`,
    );
    const reasons = await sql.all<{ skipped: string; files: number }>(
      query`select skipped, cast(count(*) as integer) as files from notebook_file
        where ${here} and skipped is not null group by skipped order by skipped`,
    );
    const skipped = JSON.stringify(Object.fromEntries(reasons.map((row) => [row.skipped, row.files])));
    await sql.run(query`insert into notebook_collection (tenant_id, collection_id, digest, changed_at, notebooks,
        created_from, created_until, modified_at, skipped)
      values (${tenant}, ${collectionId}, ${digest}, ${changedAt}, ${sum?.notebooks ?? 0},
        ${sum?.created_from ?? null}, ${sum?.created_until ?? null}, ${sum?.modified_at ?? 0}, ${skipped})
      on conflict (tenant_id, collection_id) do update set digest = excluded.digest, changed_at = excluded.changed_at,
        notebooks = excluded.notebooks, created_from = excluded.created_from, created_until = excluded.created_until,
        modified_at = excluded.modified_at, skipped = excluded.skipped`);
  }

  return { collection, filesAt, notebook, put, remove, after, unindexedAfter, count, markIndexed, settleIds, settle };
}
