import { batchesOf, list, query, rows, type Sql } from "../../../kernel/index.ts";
import type { IndexedPassage } from "../model/indexed-passage.ts";
import type { Passage } from "../model/passages.ts";

/** The notebook whose passages are written. */
export interface CutFile {
  readonly collectionId: string;
  readonly notebookId: string;
  readonly path: string;
  readonly sha256: string;
}

const COLUMNS = query`reference_id, collection_id, notebook_id, path, file_sha256, ordinal, section, part, page, timestamp_ms, speaker, start_byte, end_byte, checksum, text, live`;
const ROWS_PER_STATEMENT = 50;
const ROWS_PER_STEP = 200;

/** The only file that knows the passage table. */
export function createPassageStore(sql: Sql, tenant: string) {
  function find(referenceId: string): Promise<IndexedPassage | undefined> {
    return sql.first<IndexedPassage>(
      query`select ${COLUMNS} from notebook_passage where tenant_id = ${tenant} and reference_id = ${referenceId}`,
    );
  }

  async function findAll(referenceIds: readonly string[]): Promise<Map<string, IndexedPassage>> {
    if (referenceIds.length === 0) return new Map();
    const found = await sql.all<IndexedPassage>(
      query`select ${COLUMNS} from notebook_passage
        where tenant_id = ${tenant} and reference_id in (${list(referenceIds)})`,
    );
    return new Map(found.map((row) => [row.reference_id, row]));
  }

  /** The passages of one section, in order. */
  function sectionOf(row: Pick<IndexedPassage, "collection_id" | "path" | "section">): Promise<IndexedPassage[]> {
    return sql.all<IndexedPassage>(
      query`select ${COLUMNS} from notebook_passage where tenant_id = ${tenant} and collection_id = ${row.collection_id}
        and path = ${row.path} and live = 1 and section = ${row.section} order by ordinal`,
    );
  }

  async function liveIds(collectionId: string, path: string): Promise<string[]> {
    const found = await sql.all<{ reference_id: string }>(
      query`select reference_id from notebook_passage
        where tenant_id = ${tenant} and collection_id = ${collectionId} and path = ${path} and live = 1`,
    );
    return found.map((row) => row.reference_id);
  }

  async function liveIdsOf(collectionId: string): Promise<{ prose: string[]; talk: string[] }> {
    const found = await sql.all<{ reference_id: string; speaker: string | null }>(
      query`select reference_id, speaker from notebook_passage
        where tenant_id = ${tenant} and collection_id = ${collectionId} and live = 1`,
    );
    const idsOf = (isTalk: boolean) =>
      found.flatMap(({ reference_id, speaker }) => ((speaker !== null) === isTalk ? [reference_id] : []));
    return { prose: idsOf(false), talk: idsOf(true) };
  }

  async function retire(referenceIds: readonly string[]): Promise<void> {
    for (const batch of batchesOf(referenceIds, ROWS_PER_STATEMENT)) {
      await sql.run(
        query`update notebook_passage set live = 0
          where tenant_id = ${tenant} and reference_id in (${list(batch)})`,
      );
    }
  }

  /** Writes the passages of a file. One that is there already moves to this file's version. */
  async function put(file: CutFile, passages: readonly Passage[]): Promise<void> {
    for (const batch of batchesOf(passages, ROWS_PER_STATEMENT)) {
      const given = batch.map((passage) => [
        tenant,
        passage.referenceId,
        file.collectionId,
        file.notebookId,
        file.path,
        file.sha256,
        passage.ordinal,
        passage.section,
        passage.part,
        passage.page,
        passage.timestamp,
        passage.speaker,
        passage.start,
        passage.end,
        passage.checksum,
        passage.text,
        1,
      ]);
      await sql.run(query`insert into notebook_passage (tenant_id, ${COLUMNS}) values ${rows(given)}
        on conflict (tenant_id, reference_id) do update set notebook_id = excluded.notebook_id, path = excluded.path,
          file_sha256 = excluded.file_sha256, ordinal = excluded.ordinal, section = excluded.section,
          page = excluded.page, timestamp_ms = excluded.timestamp_ms, speaker = excluded.speaker, live = 1`);
    }
  }

  /** Collections that passages were ever cut from. */
  async function collectionIds(): Promise<string[]> {
    const found = await sql.all<{ collection_id: string }>(
      query`select distinct collection_id from notebook_passage where tenant_id = ${tenant} order by collection_id`,
    );
    return found.map((row) => row.collection_id);
  }

  /** The passages of a collection by reference, also those that only old references lead to: in bounded memory. */
  async function* walk(collectionId: string): AsyncIterable<IndexedPassage[]> {
    for (let last = ""; ; ) {
      const found = await sql.all<IndexedPassage>(query`select ${COLUMNS} from notebook_passage
        where tenant_id = ${tenant} and reference_id > ${last} and collection_id = ${collectionId}
        order by reference_id limit ${ROWS_PER_STEP}`);
      const end = found.at(-1);
      if (end === undefined) return;
      yield found;
      last = end.reference_id;
    }
  }

  /** The passages that a file has now, in order. */
  function liveOf(collectionId: string, path: string): Promise<IndexedPassage[]> {
    return sql.all<IndexedPassage>(query`select ${COLUMNS} from notebook_passage
      where tenant_id = ${tenant} and collection_id = ${collectionId} and path = ${path} and live = 1 order by ordinal`);
  }

  /** Forgets a collection that was taken out: its references no longer answer. */
  async function removeAll(collectionId: string): Promise<void> {
    await sql.run(query`delete from notebook_passage where tenant_id = ${tenant} and collection_id = ${collectionId}`);
  }

  return { removeAll, find, findAll, sectionOf, liveIds, liveIdsOf, retire, put, collectionIds, walk, liveOf };
}

/** How many passages there are of all users, for people. */
export async function countPassages(sql: Sql): Promise<number> {
  const counted = await sql.first<{ n: number }>(
    query`select cast(count(*) as integer) as n from notebook_passage where live = 1`,
  );
  return counted?.n ?? 0;
}
