import { canonicalJson, type JsonObject, sha256 } from "../../../kernel/index.ts";
import type { Source } from "../model/source.ts";
import { ofFirstEntry, storedRow } from "../model/stored-row.ts";
import { observationsOfSource } from "../store/observation-store.ts";
import type { Truth } from "../truth.ts";

/** Quotes are looked for in texts up to this size; larger files are opened by their address. */
const TEXT_BYTES_MAX = 8 * 1024 * 1024;
const ROWS_MAX = 10_000;

/** The text of a source, exactly as its bytes decode; undefined where it is no text, too large or not kept. */
export async function sourceText(truth: Truth, source: Source): Promise<string | undefined> {
  const { blobs } = truth.scope;
  if (source.file_size > TEXT_BYTES_MAX) return undefined;
  const content = (await blobs.has(source.content_hash))
    ? await readAll(await blobs.open(source.content_hash))
    : await structuredContent(truth, source);
  return content && decode(content);
}

async function readAll(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A byte order mark stays in the text, so that offsets are those of the file. */
function decode(content: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

/**
 * The JSON of a call, made again from what was recorded of it.
 * Undefined where it would not be, byte for byte, what its hash says it was.
 */
export async function structuredContent(truth: Truth, source: Source): Promise<Buffer | undefined> {
  if (source.kind === "file") return undefined;
  const said = source.kind === "structured" ? await rowsOf(truth, source) : source.provenance;
  const content = Buffer.from(canonicalJson(said));
  return sha256(content) === source.content_hash ? content : undefined;
}

async function rowsOf({ scope, tenant }: Truth, source: Source): Promise<JsonObject[]> {
  return ofFirstEntry(await observationsOfSource(scope.sql, tenant, source.id, ROWS_MAX)).map(storedRow);
}
