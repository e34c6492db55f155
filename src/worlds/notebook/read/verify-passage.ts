import { sha256 } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import type { CollectionFiles } from "../files/collection-files.ts";
import { readNotebook } from "../files/read-notebook.ts";
import type { IndexedPassage } from "../model/indexed-passage.ts";
import { isSkipped, type Parsed, type SkipReason } from "../model/parsed.ts";
import { quote } from "../model/passages.ts";
import type { Checked } from "../model/quoted-passage.ts";
import type { Notebook } from "../notebook.ts";

type Opened =
  | { readonly kind: "parsed"; readonly sha256: string; readonly parsed: Parsed }
  | { readonly kind: "gone" }
  | { readonly kind: "unusable" }
  | { readonly kind: "refused"; readonly reason: SkipReason };

/** Reads the files of one collection for the length of one call, each at most once. */
export function createVerifier({ library, parsing, constraints }: Notebook, collectionId: string) {
  const opened = new Map<string, Promise<Opened>>();
  let files: Promise<CollectionFiles> | undefined;

  async function open(path: string): Promise<Opened> {
    files ??= library.filesOf(collectionId);
    const file = await (await files).read(path);
    if (file.kind !== "file") return file;
    const parsed = await readNotebook(path, file.bytes, parsing);
    return isSkipped(parsed) ? { kind: "unusable" } : { kind: "parsed", sha256: sha256(file.bytes), parsed };
  }

  function openOnce(path: string): Promise<Opened> {
    let file = opened.get(path);
    if (file === undefined) {
      file = open(path);
      opened.set(path, file);
    }
    return file;
  }

  /** Undefined when the file is gone. A changed file gives no context: what stands there now was never indexed. */
  async function check(row: IndexedPassage): Promise<Checked | undefined> {
    const file = await openOnce(row.path);
    if (file.kind === "gone") return undefined;
    if (file.kind === "refused" && file.reason !== "link") throw cannotRead(file.reason, row.reference_id);
    if (file.kind === "refused") return undefined;
    const unverified = { verified: false, before: "", after: "" };
    if (file.kind === "unusable" || file.sha256 !== row.file_sha256) return unverified;
    const part = file.parsed.parts.find(({ name }) => name === row.part);
    if (part === undefined) return unverified;
    const { text, before, after } = quote(part, row.start_byte, row.end_byte, constraints.max_passage_context);
    return sha256(text) === row.checksum ? { verified: true, before, after } : unverified;
  }

  /** The text between two offsets of a part, when the file is still the indexed one. */
  async function stretch(first: IndexedPassage, last: IndexedPassage): Promise<string | undefined> {
    const file = await openOnce(first.path);
    if (file.kind !== "parsed" || file.sha256 !== first.file_sha256 || first.part !== last.part) return undefined;
    const part = file.parsed.parts.find(({ name }) => name === first.part);
    return part && quote(part, first.start_byte, last.end_byte, 0).text;
  }

  return { check, stretch };
}

function cannotRead(reason: SkipReason, sourceId: string) {
  return refuse({
    type: "upstream_failure",
    message:
      reason === "changing"
        ? "The notebook is being written right now and could not be read as a whole."
        : "The notebook of this passage cannot be read.",
    recovery: reason === "changing" ? "Call again in a moment." : "Ask the operator to make the file readable again.",
    context: { reason },
    beside: { source_id: sourceId },
  });
}
