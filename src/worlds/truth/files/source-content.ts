import { type Blobs, canonicalJson, type JsonObject, KernelError, sha256 } from "../../../kernel/index.ts";
import type { Source } from "../model/source.ts";
import { ofFirstEntry, storedRow } from "../model/stored-row.ts";
import type { ObservationStore } from "../store/observation-store.ts";

/** Quotes are looked for in texts up to this size; larger files are opened by their address. */
export const TEXT_BYTES_MAX = 8 * 1024 * 1024;
const ROWS_MAX = 10_000;

/** Where the content of a source is kept: as a file, or in the observations that were made from it. */
export interface Keeping {
  readonly blobs: Pick<Blobs, "has" | "open">;
  readonly observations: ObservationStore;
}

/** The text of a source, exactly as its bytes decode; undefined where it is no text, too large or not kept. */
export async function sourceText({ blobs, observations }: Keeping, source: Source): Promise<string | undefined> {
  if (source.file_size > TEXT_BYTES_MAX) return undefined;
  const content = (await blobs.has(source.content_hash))
    ? await readAll(await blobs.open(source.content_hash))
    : await structuredContent(observations, source);
  return content && decode(content);
}

/** The bytes of a source, from wherever they are kept; undefined where they are not. */
export async function sourceBytes(
  { blobs, observations }: { readonly blobs: Pick<Blobs, "open">; readonly observations: ObservationStore },
  source: Source,
): Promise<Buffer | undefined> {
  const made = await structuredContent(observations, source);
  if (made !== undefined) return made;
  try {
    return await readAll(await blobs.open(source.content_hash));
  } catch (error) {
    if (error instanceof KernelError && error.code === "not_found") return undefined;
    throw error;
  }
}

export async function readAll(stream: AsyncIterable<unknown>): Promise<Buffer> {
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
export async function structuredContent(observations: ObservationStore, source: Source): Promise<Buffer | undefined> {
  if (source.kind === "file") return undefined;
  const said = source.kind === "structured" ? await rowsOf(observations, source) : source.provenance;
  const content = Buffer.from(canonicalJson(said));
  return sha256(content) === source.content_hash ? content : undefined;
}

async function rowsOf(observations: ObservationStore, source: Source): Promise<JsonObject[]> {
  return ofFirstEntry(await observations.ofSource(source.id, ROWS_MAX)).map(storedRow);
}
