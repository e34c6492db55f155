import { type Sql, sha256 } from "../../../../kernel/index.ts";
import type { CollectionFiles } from "../../files/collection-files.ts";
import { readNotebook } from "../../files/read-notebook.ts";
import type { CatalogFile } from "../../model/catalog.ts";
import type { IndexedPassage } from "../../model/indexed-passage.ts";
import { isGivenUp, isSkipped, type Parsed, type Skipped } from "../../model/parsed.ts";
import { cutPassages, type Passage } from "../../model/passages.ts";
import { pathSlug, titleFromPath } from "../../model/slug.ts";
import type { Lifetime } from "../../notebook.ts";
import { createPassageStore } from "../../store/passage-store.ts";
import type { Wrong } from "./wrong.ts";

interface Where {
  readonly sql: Sql;
  readonly tenant: string;
  readonly collectionId: string;
  readonly files: CollectionFiles;
  readonly signal: AbortSignal;
}

/** A file that is still the one that was looked at: its row in the catalog and its passages follow from its bytes. */
export async function* inspectFile({ parse }: Lifetime, where: Where, row: CatalogFile): AsyncIterable<Wrong> {
  const what = `file ${row.path} of collection ${where.collectionId}`;
  const live = await createPassageStore(where.sql, where.tenant).liveOf(where.collectionId, row.path);
  if (row.skipped !== null && live.length > 0)
    yield { what, kind: "skipped", reason: "it is no notebook, and has passages" };
  const file = await where.files.read(row.path);
  if (file.kind === "refused" && row.skipped !== file.reason && file.reason !== "changing") {
    yield { what, kind: "refused", reason: "the catalog says another reason why it cannot be read" };
    return;
  }
  // Gone, refused or changed meanwhile.
  if (file.kind !== "file" || file.stamp !== row.stamp) return;
  if (sha256(file.bytes) !== row.sha256) {
    yield { what, kind: "hash", reason: "its hash in the catalog is not that of its content" };
    return;
  }
  if (row.modified_at !== file.modifiedAt)
    yield { what, kind: "modified", reason: "its time in the catalog is not that of the file" };
  const parsed = await readNotebook(row.path, file.bytes, { parse, signal: where.signal });
  for (const column of wrongColumns(row, parsed))
    yield { what, kind: column, reason: `its ${column} in the catalog is not what the file says` };
  if (isSkipped(parsed) || row.skipped !== null || row.indexed_at === null) return;
  yield* wrongPassages(what, row, cutPassages(where.collectionId, row.notebook_id, parsed), live);
}

function wrongColumns(row: CatalogFile, parsed: Parsed | Skipped): string[] {
  // What it costs to read a file is not the same to the last drop each time: then nothing follows from its content.
  if (isSkipped(parsed) && isGivenUp(parsed.skipped) && (row.skipped === null || isGivenUp(row.skipped))) return [];
  if (isSkipped(parsed)) return row.skipped === parsed.skipped ? [] : ["reason to be skipped"];
  if (row.skipped !== null) return ["reason to be skipped"];
  const { meta, format, notes } = parsed;
  const said = {
    "wanted id": [row.wanted_id, meta.notebookId ?? pathSlug(row.path)],
    format: [row.format, format],
    title: [row.title, meta.title ?? titleFromPath(row.path)],
    author: [row.author, meta.author],
    // Without a date of its own, it is dated by when it was first looked at.
    date: [row.created_at, meta.createdAt ?? row.created_at],
    notes: [row.notes, JSON.stringify(notes)],
  };
  return Object.entries(said).flatMap(([name, [found, wanted]]) => (found === wanted ? [] : [name]));
}

function* wrongPassages(
  what: string,
  row: CatalogFile,
  passages: readonly Passage[],
  live: readonly IndexedPassage[],
): Generator<Wrong> {
  const left = new Map(live.map((passage) => [passage.reference_id, passage]));
  for (const passage of passages) {
    const found = left.get(passage.referenceId);
    left.delete(passage.referenceId);
    const one = `passage ${passage.referenceId}`;
    if (found === undefined) yield { what: one, kind: "missing passage", reason: `it is missing, and ${what} says it` };
    else if (!isSame(found, row, passage)) yield { what: one, kind: "passage", reason: `it is not as ${what} has it` };
  }
  const [surplus] = left.keys();
  if (surplus !== undefined)
    yield { what: `passage ${surplus}`, kind: "surplus passage", reason: `${what} does not have it` };
}

function isSame(found: IndexedPassage, { sha256, notebook_id }: CatalogFile, passage: Passage): boolean {
  return (
    found.notebook_id === notebook_id &&
    found.file_sha256 === sha256 &&
    found.ordinal === passage.ordinal &&
    found.section === passage.section &&
    found.part === passage.part &&
    found.page === passage.page &&
    found.timestamp_ms === passage.timestamp &&
    found.speaker === passage.speaker &&
    found.start_byte === passage.start &&
    found.end_byte === passage.end &&
    found.checksum === passage.checksum &&
    found.text === passage.text
  );
}
