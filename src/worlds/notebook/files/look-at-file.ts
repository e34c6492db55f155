import { sha256 } from "../../../kernel/index.ts";
import type { CatalogFile } from "../model/catalog.ts";
import { formatOf, isSkipped, type SkipReason } from "../model/parsed.ts";
import { pathSlug, titleFromPath } from "../model/slug.ts";
import type { CollectionFiles } from "./collection-files.ts";
import type { Parsing } from "./parsing.ts";
import { readNotebook } from "./read-notebook.ts";
import type { FoundFile, RefusedFile } from "./sources/file-source.ts";

/** Reads one file and says what it is now; undefined when it has gone meanwhile. Keeps no text. */
export async function lookAtFile(
  files: CollectionFiles,
  found: FoundFile | RefusedFile,
  known: CatalogFile | undefined,
  parsing: Parsing,
): Promise<CatalogFile | undefined> {
  if ("refused" in found) return skippedRow(found.path, `refused-${found.refused}`, 0, "", found.refused);
  const file = await files.read(found.path);
  if (file.kind === "gone") return undefined;
  // A file that is being written is still the one known, until it can be read as a whole.
  if (file.kind === "refused" && file.reason === "changing" && known !== undefined) return known;
  if (file.kind === "refused") return skippedRow(found.path, found.stamp, found.modifiedAt, "", file.reason);
  const digest = sha256(file.bytes);
  if (known?.sha256 === digest) return { ...known, stamp: found.stamp, modified_at: file.modifiedAt };
  const parsed = await readNotebook(found.path, file.bytes, parsing);
  if (isSkipped(parsed)) return skippedRow(found.path, found.stamp, file.modifiedAt, digest, parsed.skipped);
  const { meta, format, notes } = parsed;
  const wanted = meta.notebookId ?? pathSlug(found.path);
  return {
    path: found.path,
    stamp: found.stamp,
    modified_at: file.modifiedAt,
    sha256: digest,
    skipped: null,
    wanted_id: wanted,
    notebook_id: wanted,
    format,
    title: meta.title ?? titleFromPath(found.path),
    author: meta.author,
    created_at: meta.createdAt ?? file.modifiedAt,
    notes: JSON.stringify(notes),
    indexed_at: null,
  };
}

function skippedRow(path: string, stamp: string, modifiedAt: number, digest: string, reason: SkipReason): CatalogFile {
  return {
    path,
    stamp,
    modified_at: modifiedAt,
    sha256: digest,
    skipped: reason,
    wanted_id: "",
    notebook_id: "",
    format: formatOf(path) ?? "text",
    title: "",
    author: null,
    created_at: 0,
    notes: "[]",
    indexed_at: null,
  };
}
