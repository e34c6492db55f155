import type { z } from "zod";
import { hashOf, type JsonObject, sha256 } from "../../../kernel/index.ts";
import type { Warning } from "../model/identity/batch-warnings.ts";
import { interpretationId, sourceId } from "../model/ids.ts";
import { STORE_PRIORITY, STORE_PRIORITY_MAX } from "../model/observation.ts";
import { type Source, storagePath } from "../model/source.ts";
import { entityAnswer } from "../read/answers.ts";
import type { Truth } from "../truth.ts";
import { checkRows } from "./check-rows.ts";
import { keepAnswer, keptAnswer, replayed } from "./kept-answer.ts";
import { capPriority, type Provenance } from "./provenance.ts";
import { type PlannedRows, planRows } from "./record-rows.ts";
import { renameRows } from "./rename-rows.ts";
import { pageOfAnswer, type Stored } from "./stored-answer.ts";
import { cutWarnings } from "./warnings.ts";

export interface RowsToStore {
  readonly idempotency_key: string;
  readonly entities: readonly unknown[];
  readonly source_priority: number | undefined;
  readonly provenance: z.output<typeof Provenance> | undefined;
  readonly original_filename: string | undefined;
  /** Where to go on in the entities of an answer that was cut. */
  readonly offset: number;
}

const CONFIG = { provider: "caller" } as const;
const SPECIFICITY = 1;
const RELATED_MAX = 100;

/** Stores rows that the caller has structured: one call is one source, and all rows are kept or none. */
export async function storeRows(truth: Truth, request: RowsToStore): Promise<JsonObject> {
  const checked = checkRows(request.entities);
  const contentHash = sha256(checked.content);
  const payloadHash = hashOf({
    tool: "store",
    content_hash: contentHash,
    source_priority: request.source_priority ?? null,
    provenance: request.provenance ?? null,
    original_filename: request.original_filename ?? null,
  });
  const id = sourceId(truth.tenant, contentHash);
  truth.remember();
  // Asked at once, they are answered at once; the schemas are read where they are needed.
  const [kept, known] = await Promise.all([
    keptAnswer<Stored>(truth, request.idempotency_key, payloadHash),
    truth.sources.find(id),
    truth.schemas.book(),
  ]);
  // A later page of an answer that was cut is no call made twice.
  if (kept !== undefined) return pageOfAnswer(request.offset > 0 ? kept : replayed(kept), request.offset);
  const { answer, record } = await planStore(truth, request, checked, { id, contentHash, known });
  await keepAnswer(truth, request.idempotency_key, payloadHash, answer as JsonObject, record);
  return pageOfAnswer(answer, request.offset);
}

async function planStore(
  truth: Truth,
  request: RowsToStore,
  { rows, content, starts }: ReturnType<typeof checkRows>,
  { id, contentHash, known }: { readonly id: string; readonly contentHash: string; readonly known: Source | undefined },
): Promise<{ answer: Stored; record: PlannedRows["record"] }> {
  const { scope, tenant } = truth;
  const runId = interpretationId(id, CONFIG);
  const { priority, capped } = capPriority(request.source_priority ?? STORE_PRIORITY);
  const renamed = await renameRows(truth, rows, starts);
  const planned = await planRows(truth, {
    source: {
      id,
      content_hash: contentHash,
      kind: "structured",
      mime_type: "application/json",
      original_filename: request.original_filename ?? null,
      file_size: Buffer.byteLength(content),
      provenance: (request.provenance as JsonObject | undefined) ?? null,
    },
    sourceIsKnown: known !== undefined,
    sourceWasErased: known?.erased ?? false,
    rows: renamed.rows,
    config: CONFIG,
    weighing: {
      source_id: id,
      interpretation_id: runId,
      source_priority: priority,
      specificity_score: SPECIFICITY,
      declared_at: request.provenance === undefined ? null : Date.parse(request.provenance.extracted_at),
      priorityGiven: request.source_priority !== undefined,
    },
  });
  const { entities, entities_created, observations_created, unknown_fields_count } = planned;
  // The JSON is made again from its observations when asked for; rows that say the same have one between them.
  const isStated = known === undefined || known.erased === true;
  const isWhole = known === undefined && observations_created === rows.length && !renamed.isRenamed;
  // What is a file already is put again, so that one that was damaged is whole.
  const isFile = isStated ? !isWhole : await scope.blobs.has(contentHash);
  if (isFile) await scope.blobs.put(Buffer.from(content));
  const warnings = cutWarnings([...(capped ? [CAPPED] : []), ...renamed.warnings, ...planned.warnings]);
  const answer: Stored = {
    source_id: id,
    content_hash: contentHash,
    storage_path: storagePath(tenant, contentHash),
    deduplicated: known !== undefined,
    interpretation: { run_id: runId, entities_created, observations_created },
    entities: [...entities],
    unknown_fields_count,
    ...(await relatedTo(truth, planned.knownIds)),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
  return { answer, record: planned.record };
}

const CAPPED: Warning = {
  code: "SOURCE_PRIORITY_CAPPED",
  message: "Only correct outranks everything; the priority was lowered to the most a store may claim.",
  details: { source_priority: STORE_PRIORITY_MAX },
};

/** What the stored entities are connected to. Those that are new cannot be connected yet. */
async function relatedTo(
  { entities, schemas, relationships: stored }: Truth,
  ids: readonly string[],
): Promise<Pick<Stored, "related_entities" | "related_relationships">> {
  if (!(await stored.anyOf(ids))) return { related_entities: [], related_relationships: [] };
  const filter = { direction: "both", types: [] } as const;
  const relationships = (await stored.ofEntities(ids, filter, RELATED_MAX)).slice(0, RELATED_MAX);
  const own = new Set(ids);
  const others = relationships
    .flatMap(({ source_entity_id, target_entity_id }) => [source_entity_id, target_entity_id])
    .filter((id) => !own.has(id));
  const found = await entities.findLive([...new Set(others)]);
  const book = await schemas.book();
  return {
    related_entities: found.slice(0, RELATED_MAX).map((entity) => entityAnswer(book, entity, true)),
    related_relationships: relationships.map((relationship) => ({
      id: relationship.id,
      relationship_type: relationship.relationship_type,
      source_entity_id: relationship.source_entity_id,
      target_entity_id: relationship.target_entity_id,
      metadata: relationship.metadata,
    })),
  };
}
