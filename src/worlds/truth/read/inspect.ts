import {
  type Blobs,
  canonicalJson,
  type Finding,
  type InspectHost,
  type JsonObject,
  KernelError,
  type Parse,
} from "../../../kernel/index.ts";
import { alteredRow } from "../apply/check.ts";
import type { Parsing } from "../files/csv.ts";
import { decodeText } from "../files/decode-text.ts";
import { interpretFile } from "../files/interpret/interpret-file.ts";
import { parseMimeType } from "../files/mime-type.ts";
import { openJson, openText } from "../files/quote/find-quote.ts";
import { sourceBytes, TEXT_BYTES_MAX } from "../files/source-content.ts";
import type { RecordedQuotes } from "../model/quote.ts";
import type { Source } from "../model/source.ts";
import { storedRow } from "../model/stored-row.ts";
import type { StoredObservation } from "../store/observation-store.ts";
import { Stores } from "../store/stores.ts";
import { createBlobReader, type ReadBlob, readQuote, readRow } from "./field-quote.ts";

const SOURCES_AT_ONCE = 200;
const OBSERVATIONS_AT_ONCE = 500;
const KEY_CHARS_MAX = 60;

/** What is wrong with what rows rest on: whether all they say stands in its source, and what was answered was kept. */
export async function* inspectTruth(host: InspectHost, parse: Parse): AsyncIterable<Finding> {
  const parsing = { parse, env: host.env };
  for (const tenant of host.tenants) {
    const stores = new Stores(host.sql, tenant);
    const total = (await stores.sources.count()).total;
    let done = 0;
    for await (const id of sourceIds(stores)) {
      yield* readable(inspectSource(stores, host.blobs(tenant), id, parsing), `source ${id}`);
      done += 1;
      host.progress(done, total, "sources looked into");
    }
    yield* inspectAnswers(host, stores);
    if (!(await host.isBroughtOver(tenant))) yield* inspectAnswersBefore(stores);
  }
}

async function* sourceIds({ sources }: Stores): AsyncIterable<string> {
  for (let after = -1; ; ) {
    const some = await sources.idsAfter(after, SOURCES_AT_ONCE);
    for (const { id } of some) yield id;
    if (some.length < SOURCES_AT_ONCE) return;
    after = some.at(-1)?.position ?? after;
  }
}

/** A row or a file that cannot be read is a finding too, and the next source is looked into. */
async function* readable(findings: AsyncIterable<Finding>, what: string): AsyncIterable<Finding> {
  try {
    yield* findings;
  } catch (error) {
    if (error instanceof KernelError && error.code === "row_altered") yield alteredRow(error);
    // What is wrong with the file itself is told where blobs are looked at.
    else if (error instanceof KernelError && error.code === "blob_corrupt") return;
    else if (error instanceof SyntaxError) yield { what, reason: "a row of it cannot be read" };
    else throw error;
  }
}

async function* inspectSource(
  stores: Stores,
  blobs: Pick<Blobs, "open">,
  id: string,
  parsing: Parsing,
): AsyncIterable<Finding> {
  const source = await stores.sources.find(id);
  // What was erased is not there to be looked into, and what a larger file says is not quoted from it.
  if (source === undefined || source.erased === true) return;
  if (source.kind === "file" && source.file_size > TEXT_BYTES_MAX) return;
  const content = await sourceBytes({ blobs, observations: stores.observations }, source);
  // A file that is not there is told of as a blob, and rows that no longer give their JSON again differ from the log.
  if (content === undefined) return;
  const standsIn = standing(source, content, stores, blobs, parsing);
  for await (const stored of observationsOf(stores, id)) {
    for (const field of await standsIn(stored)) {
      const what = `entity ${stored.observation.entity_id} field ${field}`;
      yield { what, reason: `what observation ${stored.observation.id} says does not stand in source ${id}` };
    }
  }
}

async function* observationsOf({ observations }: Stores, sourceId: string): AsyncIterable<StoredObservation> {
  for (let after = -1; ; ) {
    const some = await observations.ofSourceAfter(sourceId, after, OBSERVATIONS_AT_ONCE);
    yield* some;
    if (some.length < OBSERVATIONS_AT_ONCE) return;
    after = some.at(-1)?.observation.position ?? after;
  }
}

/** Names the fields of an observation that do not stand in its source. */
type Standing = (stored: StoredObservation) => Promise<string[]>;

function standing(
  source: Source,
  content: Buffer,
  stores: Stores,
  blobs: Pick<Blobs, "open">,
  parsing: Parsing,
): Standing {
  if (source.kind === "correction") return inCorrection(content);
  if (source.kind !== "file" && source.kind !== "structured") return async () => [];
  const read = createBlobReader(blobs);
  const inRows = lazily(() => (source.kind === "file" ? inFile(source, content, parsing) : inCall(content)));
  return async (stored) => {
    // A row of a call that is recorded under the names it was given is looked at where it stands.
    if (source.kind === "structured" && stored.row_start !== null) return inRows()(stored);
    const { id, fields, fragments } = stored.observation;
    const quotes = (await stores.quotes.findMany([id])).get(id);
    return quotes === undefined ? inRows()(stored) : misquoted(read, source, quotes, { ...fragments, ...fields });
  };
}

/** Every quote is looked up again, byte for byte, and read again as it was read. */
async function misquoted(
  read: ReadBlob,
  source: Source,
  quotes: RecordedQuotes,
  values: JsonObject,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [field, quote] of Object.entries(quotes)) {
    if ((await readQuote(read, source.content_hash, quote, values[field])) === null) wrong.push(field);
  }
  return wrong;
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The row of a call stands where its observation says that it begins. */
function inCall(content: Buffer): Standing {
  return async ({ observation, row_start }) => {
    if (row_start === null) return [];
    const row = Buffer.from(canonicalJson(storedRow(observation)));
    return content.subarray(row_start, row_start + row.length).equals(row) ? [] : fieldsOf({ observation });
  };
}

function inCorrection(content: Buffer): Standing {
  const find = openJson(content.toString("utf8"));
  return async ({ observation }) => {
    const [[field, value = null] = [""]] = Object.entries({ ...observation.fragments, ...observation.fields });
    const quote = await find({ field: "value", value, row: { field, value } });
    return quote === null ? [field] : [];
  };
}

/**
 * A file is read again as it was read first, and must say the same. Where other rules have read it, each value must at
 * least stand in it.
 */
function inFile(source: Source, content: Buffer, parsing: Parsing): Standing {
  const type = parseMimeType(source.mime_type);
  const text = decodeText(content, type.charset);
  const rows = interpretFile({ content, type, sourceId: source.id }, parsing).then(
    (reading) => new Set((reading.rows ?? []).map(({ row }) => canonicalJson({ ...row }))),
  );
  const find = openText(text ?? "", source.mime_type, parsing);
  return async ({ observation }) => {
    if ((await rows).has(canonicalJson(storedRow(observation)))) return [];
    const row = readRow(observation);
    const missing: string[] = [];
    for (const [field, value = null] of Object.entries(row)) {
      if ((await find({ field, value, row })) === null) missing.push(field);
    }
    return missing;
  };
}

function fieldsOf({ observation }: Pick<StoredObservation, "observation">): string[] {
  return Object.keys({ ...observation.fragments, ...observation.fields }).sort();
}

async function* inspectAnswers(host: InspectHost, { requests }: Stores): AsyncIterable<Finding> {
  let done = 0;
  for await (const { key_hash, isAsKept } of requests.each()) {
    if (!isAsKept) yield { what: `kept answer ${key_hash}`, reason: "it is not the one that was given" };
    done += 1;
    host.progress(done, done, "kept answers looked at");
  }
}

/** The log does not speak of answers that an earlier version kept; but it tells whether there can be any. */
async function* inspectAnswersBefore({ requests }: Stores): AsyncIterable<Finding> {
  for await (const { idempotency_key } of requests.eachBefore()) {
    const what = `kept answer ${JSON.stringify(idempotency_key.slice(0, KEY_CHARS_MAX))}`;
    yield { what, reason: "no earlier version can have kept it" };
    return;
  }
}
