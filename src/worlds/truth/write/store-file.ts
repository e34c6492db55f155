import { hashOf, type JsonObject, KernelError, sha256 } from "../../../kernel/index.ts";
import { decodeText } from "../files/decode-text.ts";
import { type FileReading, unread } from "../files/interpret/reading.ts";
import { charsetGuessed, type MimeType } from "../files/mime-type.ts";
import { placeQuotes } from "../files/quote/place-quotes.ts";
import { passagesOf } from "../model/findable.ts";
import type { Warning } from "../model/identity/batch-warnings.ts";
import { sourceId } from "../model/ids.ts";
import { isModel } from "../model/provider.ts";
import { type Answered, type RecordedSource, SOURCE_STORED, toPayload } from "../model/recorded.ts";
import { type Source, storagePath } from "../model/source.ts";
import type { Truth } from "../truth.ts";
import {
  type ClientAnswer,
  type Interpretation,
  interpret,
  planInterpretation,
  requireQuota,
} from "./interpretation.ts";
import { keepAnswer, keptAnswer, recordAnswer, replayed } from "./kept-answer.ts";
import { linkRows, linksCut } from "./link-rows.ts";
import { type PlannedRows, planRows } from "./record-rows.ts";
import type { Stored } from "./stored-answer.ts";
import { cutWarnings } from "./warnings.ts";

export interface FileToStore {
  readonly idempotency_key: string;
  readonly content: Buffer;
  readonly type: MimeType;
  readonly original_filename: string | null;
  readonly interpret: boolean;
  readonly interpretation_config: JsonObject | undefined;
  /** How it was read; undefined where it was read before, or is not to be. */
  readonly interpretation: Interpretation | undefined;
  /** What was said and not written: no document of its own. */
  readonly isSaid?: boolean;
  /** What the source knows of itself besides its bytes. */
  readonly provenance?: JsonObject;
  /** When what it says was so, where that is known. */
  readonly declared_at?: number | null;
}

/** What rules read from a file weighs less than anything a caller states. */
export const WEIGHT = { source_priority: 0, specificity_score: 0.5, declared_at: null, priorityGiven: false } as const;

/** Keeps a file as it is, by its content, and reads from it what can be read by rules. */
export async function storeFile(truth: Truth, request: FileToStore): Promise<JsonObject> {
  const contentHash = sha256(request.content);
  const payloadHash = hashOf({
    tool: "store",
    content_hash: contentHash,
    mime_type: request.type.text,
    original_filename: request.original_filename,
    interpret: request.interpret,
    interpretation_config: request.interpretation_config ?? null,
    ...(request.provenance !== undefined && { provenance: request.provenance }),
  });
  const kept = await keptAnswer<Stored>(truth, request.idempotency_key, payloadHash);
  if (kept !== undefined) return replayed(kept) as JsonObject;
  const { answer, record } = await planStore(truth, request, contentHash);
  await keepAnswer(truth, request.idempotency_key, payloadHash, answer as JsonObject, record);
  return answer as JsonObject;
}

async function planStore(
  truth: Truth,
  request: FileToStore,
  contentHash: string,
): Promise<Pick<Planned, "record"> & { answer: Stored }> {
  const { scope, tenant } = truth;
  const id = sourceId(tenant, contentHash);
  const known = await truth.sources.find(id);
  // Also where it is known: what was damaged since is whole again.
  await scope.blobs.put(request.content);
  const source: RecordedSource = {
    id,
    content_hash: contentHash,
    kind: "file",
    mime_type: request.type.text,
    original_filename: request.original_filename,
    file_size: request.content.length,
    provenance: request.provenance ?? null,
  };
  const { interpretation, warnings: found, record, made = [] } = await read(truth, request, source, known);
  // Passages are found by their bytes, which are those of UTF-8.
  const text = isStated(known) ? decodeText(request.content, undefined) : undefined;
  const unindexed = text === undefined ? [] : tooLong(id, text);
  const warnings = cutWarnings([...guessed(request.type), ...found, ...unindexed]);
  const answer: Stored = {
    source_id: id,
    content_hash: contentHash,
    storage_path: storagePath(tenant, contentHash),
    file_size: request.content.length,
    deduplicated: known !== undefined,
    interpretation,
    ...(made.length > 0 && { entities: made.slice(0, MADE_MAX).map(madeOf) }),
    ...(made.length > MADE_MAX && { truncated: true }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
  return { answer, record };
}

/** Nobody said how the text is written: whoever knows better must hear of it. */
function guessed(type: MimeType): readonly Warning[] {
  return type.isGuessed ? [charsetGuessed(type)] : [];
}

/** So many of a file are named at once; a search or the source's resource has the rest. */
const MADE_MAX = 25;

function madeOf({ entity_id, entity_type, observation_id, joined }: PlannedRows["entities"][number]) {
  return { entity_id, entity_type, observation_id, joined };
}

/** What was erased is stated anew when its content comes again. */
function isStated(known: Source | undefined): boolean {
  return known === undefined || known.erased === true;
}

/** What will be answered of a reading, and what is left to do. */
interface Planned {
  readonly interpretation: NonNullable<Stored["interpretation"]> | null;
  readonly warnings: readonly Warning[];
  /** What was read, in the order of the file; none where nothing was. */
  readonly made?: PlannedRows["entities"];
  record(answered: Answered): Promise<void>;
}

async function read(
  truth: Truth,
  request: FileToStore,
  source: RecordedSource,
  known: Source | undefined,
): Promise<Planned> {
  const { config, run_id } = planInterpretation(truth, source.id, request.interpretation_config);
  const reading = await readingOf(truth, request, source.id, !isStated(known));
  const isRun = isModel(config.provider) && request.interpretation !== undefined;
  if (isRun) await requireQuota(truth);
  if (reading.rows === null || (reading.rows.length === 0 && !isRun)) {
    const empty = { run_id, entities_created: 0, observations_created: 0 };
    return {
      interpretation: reading.rows === null ? null : empty,
      warnings: reading.warnings,
      record: (answered) => (isStated(known) ? recordSource(truth, source, answered) : recordAnswer(truth, answered)),
    };
  }
  const { declared_at = null } = request;
  const weighing = { ...WEIGHT, declared_at, source_id: source.id, interpretation_id: run_id };
  const { rows, parts } = await placeQuotes(truth.scope.env, reading.rows);
  for (const { content } of parts) await truth.scope.blobs.put(content);
  const planned = await planRows(truth, {
    source,
    sourceIsKnown: known !== undefined,
    sourceWasErased: known?.erased ?? false,
    rows,
    weighing,
    config,
    parts: parts.map(({ part, sha256: hash }) => ({ part, sha256: hash })),
  });
  const { entities_created, observations_created } = planned;
  return {
    interpretation: { run_id, entities_created, observations_created },
    warnings: [...reading.warnings, ...planned.warnings, ...linksCut(reading)],
    made: planned.entities,
    async record(answered) {
      await planned.record(answered);
      await linkRows(truth, source.id, reading, planned.entities);
    },
  };
}

async function readingOf(
  truth: Truth,
  { interpret, interpretation }: FileToStore,
  sourceId: string,
  sourceIsKnown: boolean,
): Promise<FileReading> {
  if (!interpret) return { rows: null, warnings: [] };
  if (sourceIsKnown && (await truth.observations.hasSource(sourceId))) {
    return unread("ALREADY_INTERPRETED", "The same file was interpreted before; what was read from it is there.");
  }
  const reading = interpretation?.reading;
  if (reading === undefined) throw new KernelError("outdated", "What was read from the file was erased meanwhile");
  return reading;
}

/** What rules read from a file, where that is asked for and was not done before. */
export async function readFileOnce(
  truth: Truth,
  { content, type, interpret: isWanted, interpretation_config, isSaid = false }: Omit<FileToStore, "interpretation">,
  client: ClientAnswer,
): Promise<Interpretation | undefined> {
  const id = sourceId(truth.tenant, sha256(content));
  if (!isWanted) return undefined;
  const known = await truth.sources.find(id);
  if (!isStated(known) && (await truth.observations.hasSource(id))) return undefined;
  return interpret(truth, { content, type, sourceId: id, isSaid }, interpretation_config, client);
}

async function recordSource(truth: Truth, source: RecordedSource, answered: Answered): Promise<void> {
  const payload = toPayload({ source, source_id: source.id, interpretation_id: null, observations: [], answered });
  await truth.scope.record({ kind: SOURCE_STORED, payload });
}

/** Says so where a text is too long to be found by all its words. */
function tooLong(id: string, text: string): readonly Warning[] {
  const { indexed_chars } = passagesOf(id, 0, text);
  if (indexed_chars >= text.length) return [];
  const message = "The file is kept whole; only its beginning can be found by its words.";
  return [{ code: "PARTLY_INDEXED", message, details: { indexed_chars, chars: text.length } }];
}
