import { type Blobs, canonicalJson, type Json, type JsonObject, KernelError, wholeEnd } from "../../../kernel/index.ts";
import { readWritten } from "../files/interpret/words/read-written.ts";
import {
  type FindQuote,
  openJson,
  openText,
  QUOTE_CHARS_MAX,
  type Quote,
  type Wanted,
} from "../files/quote/find-quote.ts";
import { readAll, sourceText } from "../files/source-content.ts";
import type { Observation } from "../model/observation.ts";
import { quoteHash, type RecordedQuote } from "../model/quote.ts";
import type { Source } from "../model/source.ts";
import { storedRow } from "../model/stored-row.ts";
import type { Truth } from "../truth.ts";

/** Opens each source at most once for one answer; undefined where it has no text. */
export type SourceTexts = (source: Source) => Promise<FindQuote | undefined>;

export function createSourceTexts({ scope, observations, parse }: Truth): SourceTexts {
  const opened = new Map<string, Promise<FindQuote | undefined>>();
  const open = async (source: Source) => {
    const text = await sourceText({ blobs: scope.blobs, observations }, source);
    return text === undefined ? undefined : openText(text, source.mime_type, { parse, signal: scope.signal });
  };
  return (source) => {
    const text = opened.get(source.id) ?? open(source);
    opened.set(source.id, text);
    return text;
  };
}

/** The words of the source behind one field of an observation, as the observation was given it. */
export async function quoteOf(
  truth: Truth,
  texts: SourceTexts,
  source: Source,
  observation: Observation,
  field: string,
): Promise<Quote | null> {
  const row = readRow(observation);
  const value = observation.fields[field] ?? observation.fragments[field];
  if (value === undefined || source.erased === true) return null;
  const recorded = (await truth.quotes.findMany([observation.id])).get(observation.id);
  if (recorded !== undefined) {
    const quote = Object.hasOwn(recorded, field) ? recorded[field] : undefined;
    return quote === undefined
      ? null
      : readQuote(createBlobReader(truth.scope.blobs), source.content_hash, quote, value);
  }
  if (source.kind === "structured") return quoteInRow(truth, observation, { field, value, row });
  const find = await texts(source);
  return find === undefined ? null : find(wantedIn(source, field, value, row));
}

/** What the file says of a row; of a row of a dataset, which one it is was added when it was read. */
export function readRow({ entity_type, fragments, fields }: Observation): JsonObject {
  if (entity_type !== "dataset_row") return { ...fragments, ...fields };
  const { dataset_id: _id, row_number: _number, ...row } = fields;
  return { ...fragments, ...row };
}

/** The bytes that a quote names, looked up in what is stored; null where they are not what was read there, or say another value. */
export async function readQuote(
  read: ReadBlob,
  contentHash: string,
  { start, end, hash, in: inside, part, page, written }: RecordedQuote,
  value: Json | undefined,
): Promise<Quote | null> {
  const content = await read(inside ?? contentHash);
  const words = content?.subarray(start, end).toString("utf8");
  if (words === undefined || quoteHash(words) !== hash) return null;
  if (written !== undefined && readWritten(words, written) !== value) return null;
  const text = words.slice(0, wholeEnd(words, Math.min(words.length, QUOTE_CHARS_MAX)));
  return {
    text,
    start,
    end: start + Buffer.byteLength(text),
    unit: "byte",
    ...(part !== undefined && { part }),
    ...(page !== undefined && { page }),
  };
}

export type ReadBlob = (hash: string) => Promise<Buffer | undefined>;

/** Reads each blob once, for as long as many quotes are taken from it. */
export function createBlobReader(blobs: Pick<Blobs, "open">): ReadBlob {
  const read = new Map<string, Promise<Buffer | undefined>>();
  return (hash) => {
    const content = read.get(hash) ?? openBlob(blobs, hash);
    read.set(hash, content);
    return content;
  };
}

async function openBlob(blobs: Pick<Blobs, "open">, hash: string): Promise<Buffer | undefined> {
  try {
    return await readAll(await blobs.open(hash));
  } catch (error) {
    if (error instanceof KernelError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** In the JSON of a call the place of the row is known, so only the row is looked at. */
async function quoteInRow({ observations }: Truth, observation: Observation, wanted: Wanted) {
  const start = await observations.startOfRow(observation.id);
  const quote = await openJson(canonicalJson(storedRow(observation)))(wanted);
  if (start === undefined || quote === null) return null;
  return { ...quote, start: start + quote.start, end: start + quote.end };
}

/** The JSON of a correction names its field, and has the value beside it. */
function wantedIn(source: Source, field: string, value: Json, row: JsonObject): Wanted {
  return source.kind === "correction" ? { field: "value", value, row: { field, value } } : { field, value, row };
}
