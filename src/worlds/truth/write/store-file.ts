import { hashOf, type JsonObject, sha256 } from "../../../kernel/index.ts";
import { decodeText } from "../files/decode-text.ts";
import { configOf, interpretFile } from "../files/interpret/interpret-file.ts";
import { unread } from "../files/interpret/reading.ts";
import type { MimeType } from "../files/mime-type.ts";
import { passagesOf } from "../model/findable.ts";
import type { Warning } from "../model/identity/batch-warnings.ts";
import { interpretationId, sourceId } from "../model/ids.ts";
import { type Answered, type RecordedSource, SOURCE_STORED, toPayload } from "../model/recorded.ts";
import { type Source, storagePath } from "../model/source.ts";
import type { Truth } from "../truth.ts";
import { keepAnswer, keptAnswer, recordAnswer } from "./kept-answer.ts";
import { planRows } from "./record-rows.ts";
import type { Stored } from "./stored-answer.ts";
import { cutWarnings } from "./warnings.ts";

export interface FileToStore {
  readonly idempotency_key: string;
  readonly content: Buffer;
  readonly type: MimeType;
  readonly original_filename: string | null;
  readonly interpret: boolean;
  readonly interpretation_config: JsonObject | undefined;
}

/** What rules read from a file weighs less than anything a caller states. */
const WEIGHT = { source_priority: 0, specificity_score: 0.5, declared_at: null, priorityGiven: false } as const;

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
  });
  const kept = await keptAnswer<Stored>(truth, request.idempotency_key, payloadHash);
  if (kept !== undefined) return kept as JsonObject;
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
    provenance: null,
  };
  const { interpretation, warnings: found, record } = await read(truth, request, source, known);
  // Passages are found by their bytes, which are those of UTF-8.
  const text = isStated(known) ? decodeText(request.content, undefined) : undefined;
  const unindexed = text === undefined ? [] : tooLong(id, text);
  const warnings = cutWarnings([...found, ...unindexed]);
  const answer: Stored = {
    source_id: id,
    content_hash: contentHash,
    storage_path: storagePath(tenant, contentHash),
    file_size: request.content.length,
    deduplicated: known !== undefined,
    interpretation,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
  return { answer, record };
}

/** What was erased is stated anew when its content comes again. */
function isStated(known: Source | undefined): boolean {
  return known === undefined || known.erased === true;
}

/** What will be answered of a reading, and what is left to do. */
interface Planned {
  readonly interpretation: NonNullable<Stored["interpretation"]> | null;
  readonly warnings: readonly Warning[];
  record(answered: Answered): Promise<void>;
}

async function read(
  truth: Truth,
  request: FileToStore,
  source: RecordedSource,
  known: Source | undefined,
): Promise<Planned> {
  const config = configOf(request.interpretation_config);
  const run_id = interpretationId(source.id, config);
  const reading = await readingOf(truth, request, source.id, !isStated(known));
  if (reading.rows === null || reading.rows.length === 0) {
    const empty = { run_id, entities_created: 0, observations_created: 0 };
    return {
      interpretation: reading.rows === null ? null : empty,
      warnings: reading.warnings,
      record: (answered) => (isStated(known) ? recordSource(truth, source, answered) : recordAnswer(truth, answered)),
    };
  }
  const weighing = { ...WEIGHT, source_id: source.id, interpretation_id: run_id };
  const planned = await planRows(truth, {
    source,
    sourceIsKnown: known !== undefined,
    sourceWasErased: known?.erased ?? false,
    rows: reading.rows,
    weighing,
    config,
  });
  const { entities_created, observations_created } = planned;
  return {
    interpretation: { run_id, entities_created, observations_created },
    warnings: [...reading.warnings, ...planned.warnings],
    record: planned.record,
  };
}

async function readingOf(
  truth: Truth,
  { content, interpret, type }: FileToStore,
  sourceId: string,
  sourceIsKnown: boolean,
) {
  if (!interpret) return { rows: null, warnings: [] };
  if (sourceIsKnown && (await truth.observations.hasSource(sourceId))) {
    return unread("ALREADY_INTERPRETED", "The same file was interpreted before; what was read from it is there.");
  }
  return interpretFile(decodeText(content, type.charset), type, sourceId);
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
