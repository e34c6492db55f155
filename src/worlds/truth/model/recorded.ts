import type { JsonObject } from "../../../kernel/index.ts";
import type { Identifier } from "./identifier.ts";
import type { ObservationKind } from "./observation.ts";
import type { RecordedPart, RecordedQuotes } from "./quote.ts";
import type { RelationshipObservation, RelationshipType } from "./relationship.ts";
import type { Source } from "./source.ts";

// What the log says. Every entry is complete: replay asks neither files nor the rules that made it.

export const SOURCE_STORED = "source.stored";
export const FIELD_CORRECTED = "field.corrected";
export const ENTITY_DELETED = "entity.deleted";
export const ENTITY_RESTORED = "entity.restored";
export const ENTITIES_MERGED = "entities.merged";
export const ENTITIES_UNMERGED = "entities.unmerged";
export const ENTITY_SPLIT = "entity.split";
export const RELATIONSHIP_STATED = "relationship.stated";
export const RELATIONSHIP_DELETED = "relationship.deleted";
/** A source is taken back with all it said, as if it had never been stored; its words stay in the log. */
export const SOURCE_WITHDRAWN = "source.withdrawn";
/** A withdrawal is taken back. */
export const SOURCE_READMITTED = "source.readmitted";
/** A call under an idempotency key that changed nothing: only its answer is kept. */
export const REQUEST_ANSWERED = "request.answered";

export type RecordedSource = Omit<Source, "storage_path" | "created_at" | "position">;

export interface RecordedObservation {
  readonly id: string;
  /** The entity that the identity rules gave. */
  readonly rule_id: string;
  readonly entity_type: string;
  readonly schema_version: string;
  readonly kind: ObservationKind;
  readonly fields: JsonObject;
  readonly fragments: JsonObject;
  readonly source_priority: number;
  readonly specificity_score: number;
  readonly declared_at: number | null;
  readonly identifiers: readonly Identifier[];
  /** Which row of its source it was read from, counted from 0. */
  readonly row?: number;
  /** Where that row begins in the JSON of the call, in bytes. */
  readonly start?: number;
  /** Where its values stand in the source, by field; absent where they are found anew each time. */
  readonly quotes?: RecordedQuotes;
}

/** Where an entry shows, as far as its ids do not tell: who watches an entity is told of what was merged into it too. */
interface Shown {
  readonly shown_ids?: readonly string[];
  readonly entity_types?: readonly string[];
}

/**
 * What a call under an idempotency key was answered, by hashes: the answer lies beside the log, and the key may be words.
 * Of an erased answer nothing but the key is left, so that the call is not made again.
 */
export interface Answered {
  readonly key_hash: string;
  readonly payload_hash: string | null;
  readonly answer_hash: string | null;
}

/** What an entry says of the call that made it. */
interface Request {
  readonly answered?: Answered;
}

/** The payload of every entry that says something about entities. */
export interface Statement extends Shown, Request {
  /** Absent where the source is known already. */
  readonly source?: RecordedSource;
  readonly source_id: string;
  readonly interpretation_id: string | null;
  /** How the source was read. */
  readonly interpretation_config?: JsonObject;
  readonly reason?: string;
  /** Texts that were taken out of the source and are kept beside it. */
  readonly parts?: readonly RecordedPart[];
  readonly observations: readonly RecordedObservation[];
}

export interface Merge extends Shown {
  readonly from_entity_id: string;
  readonly to_entity_id: string;
  readonly merge_reason: string | null;
}

export interface Unmerge extends Shown {
  readonly from_entity_id: string;
}

export interface Split extends Shown {
  readonly entity_id: string;
  readonly new_entity_id: string;
  readonly reason: string | null;
  readonly observation_ids: readonly string[];
  /** How the entities are recognised afterwards, by origin: those that lost observations and the new one. */
  readonly identifiers: Readonly<Record<string, readonly Identifier[]>>;
}

/** The payload of a withdrawal, and of one that is taken back. */
export interface Withdrawal extends Shown {
  readonly source_id: string;
  readonly reason: string | null;
  /** By what entities are recognised afterwards, by origin: of a withdrawal all that is left, of its end what comes back. */
  readonly identifiers: Readonly<Record<string, readonly Identifier[]>>;
  /** Where its words were found: the space, and first and last byte of each passage. */
  readonly words?: { readonly space: string; readonly places: readonly (readonly [number, number])[] };
}

export interface RecordedRelationship {
  readonly id: string;
  readonly relationship_type: RelationshipType;
  readonly origin_source_id: string;
  readonly origin_target_id: string;
  readonly kind: RelationshipObservation["kind"];
  readonly metadata: JsonObject;
  readonly source_priority: number;
  readonly specificity_score: number;
  readonly declared_at: number | null;
}

export interface RelationshipStatement extends Shown {
  readonly source?: RecordedSource;
  readonly source_id: string;
  readonly relationship: RecordedRelationship;
}

/** A payload as the log takes it. */
export function toPayload(
  entry: Statement | Merge | Unmerge | Split | RelationshipStatement | Request | Withdrawal,
): JsonObject {
  return { ...entry } as unknown as JsonObject;
}

/** The payload as this world wrote it: only this world's entries reach it, and the log is hash-chained. */
export function payloadOf<Payload>(event: { readonly payload: unknown }): Payload {
  return event.payload as Payload;
}

const KINDS: ReadonlySet<string> = new Set([
  SOURCE_STORED,
  FIELD_CORRECTED,
  ENTITY_DELETED,
  ENTITY_RESTORED,
  ENTITIES_MERGED,
  ENTITIES_UNMERGED,
  ENTITY_SPLIT,
  RELATIONSHIP_STATED,
  RELATIONSHIP_DELETED,
  REQUEST_ANSWERED,
  SOURCE_WITHDRAWN,
  SOURCE_READMITTED,
]);

/** Whether an entry is one of these: a refusal is not, and says nothing that is stored. */
export function isRecorded({ kind }: { readonly kind: string }): boolean {
  return KINDS.has(kind);
}

/** What was answered, where the entry says so. */
export function answeredIn(event: { readonly payload: unknown }): Answered | undefined {
  return payloadOf<Request | null>(event)?.answered;
}

/** Whether an entry says nothing but what was answered: nothing was new, or the rest was erased. */
export function saysNothing(event: { readonly payload: unknown }): boolean {
  return Object.keys(payloadOf<object | null>(event) ?? {}).every((key) => key === "answered");
}

/** Rows of one entry follow each other here: seq × 4096 + n. */
const ROWS_PER_EVENT_MAX = 4096;

export function positionIn(event: { readonly seq: number }, n: number): number {
  return event.seq * ROWS_PER_EVENT_MAX + n;
}

/** The entry of the log that a row came with. */
export function entryOf(position: number): number {
  return Math.floor(position / ROWS_PER_EVENT_MAX);
}
