import { z } from "zod";
import { defineTool, hashOf, type Json, type JsonObject } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { Entity } from "../../../model/entity.ts";
import { identify } from "../../../model/identity/identify.ts";
import { observationId } from "../../../model/ids.ts";
import { EntityId, EntityType, FieldName, IdempotencyKey, UserId } from "../../../model/inputs.ts";
import { CORRECTION_PRIORITY } from "../../../model/observation.ts";
import { type Answered, FIELD_CORRECTED, type RecordedObservation, toPayload } from "../../../model/recorded.ts";
import { checkValue, type Problem } from "../../../model/row.ts";
import { nearestName } from "../../../model/schema/near-name.ts";
import type { SchemaBook } from "../../../model/schema/schema-book.ts";
import { splitRow } from "../../../model/schema/split-row.ts";
import { fieldMeant } from "../../../model/schema/synonyms.ts";
import { type EntitySchema, fieldOf } from "../../../model/schema/types/entity-schema.ts";
import { unlikeField } from "../../../model/schema/unlike-field.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import { requireEntity } from "../../../read/require-entity.ts";
import type { Truth } from "../../../truth.ts";
import { keepAnswer, keptAnswer, Replayed, replayed } from "../../../write/kept-answer.ts";
import { canonicalRow } from "../../../write/plan-rows.ts";
import { statedSource } from "../../../write/state-source.ts";

export const correct = defineTool({
  name: "correct",
  title: "Correct a field",
  description: [
    "Overrule one field of an entity. A correction wins over every other statement, and their history stays; null clears the field.",
    "Use it when a value is wrong. To add facts without overruling any, use store_structured; for a wrong merge, unmerge_entities.",
    "VALIDATION_ERROR: entity_type is not the entity's, nobody ever stated such a field, or the value does not fit its type. Nothing is written then.",
  ].join("\n"),
  effect: "write",
  permission: "MODIFY",
  idempotent: true,
  input: z.object({
    user_id: UserId,
    entity_id: EntityId,
    entity_type: EntityType,
    field: FieldName.describe("The field to overrule"),
    value: z.unknown().describe("The right value, in the field's own type; null clears the field"),
    idempotency_key: IdempotencyKey,
  }),
  output: z.object({
    observation_id: z.string(),
    entity_id: z.string(),
    field: z.string(),
    value: z.unknown(),
    message: z.string(),
    replayed: Replayed,
  }),
  async run({ user_id, idempotency_key, ...asked }, truth: Truth) {
    requireOwnUser(truth, user_id);
    const value = checkedValue(asked.value);
    const payloadHash = hashOf({ tool: "correct", ...asked, value });
    const kept = await keptAnswer<JsonObject>(truth, idempotency_key, payloadHash);
    if (kept !== undefined) return replayed(kept);
    const entity = await requireEntity(truth, asked.entity_id);
    const book = await truth.schemas.book();
    const field = fieldOfEntity(book.of(entity.entity_type), entity, asked.field);
    const correction = planCorrection(truth, book, entity, { ...asked, field, value, idempotency_key });
    const mapped = field === asked.field ? "" : ` ${asked.field} is known as ${field}.`;
    const message = `The correction is in force.${mapped}`;
    const answer = { observation_id: correction.id, entity_id: entity.id, field, value, message };
    await keepAnswer(truth, idempotency_key, payloadHash, answer, correction.record);
    return answer;
  },
});

/** The field that is meant. One that the schema does not have and nobody stated is a slip, and is not made up. */
function fieldOfEntity(schema: EntitySchema, entity: Entity, name: string): string {
  const stated = new Set([...Object.keys(entity.provenance), ...Object.keys(entity.fragment_provenance)]);
  if (stated.has(name) || fieldOf(schema, name) !== undefined) return name;
  const meant = fieldMeant(schema, name);
  if (meant !== undefined) return meant;
  const known = [...new Set([...stated, ...Object.keys(schema.fields)])].sort();
  const nearest = nearestName(name, known)?.name;
  throw wrong("field", `was never stated; the nearest field is ${nearest ?? "none"}`, {
    field: name,
    ...(nearest !== undefined && { nearest }),
    stated: [...stated].sort(),
  });
}

interface Correction extends JsonObject {
  readonly entity_type: string;
  readonly field: string;
  readonly value: Json;
  readonly idempotency_key: string;
}

function planCorrection(truth: Truth, book: SchemaBook, entity: Entity, asked: Correction) {
  const { scope, tenant } = truth;
  if (asked.entity_type !== entity.entity_type) {
    throw wrong("entity_type", "is not the type of this entity", { entity_type: entity.entity_type });
  }
  const schema = book.of(entity.entity_type);
  const said = splitOne(schema, asked);
  const source = statedSource(tenant, "correction", { correction: true, ...asked, entity_id: entity.id });
  const fields = canonicalRow(schema, said);
  const id = observationId({ source_id: source.id, interpretation_id: null, entity_id: entity.id, fields });
  const observation: RecordedObservation = {
    id,
    rule_id: entity.id,
    entity_type: entity.entity_type,
    schema_version: schema.schema_version,
    kind: "correction",
    ...said,
    source_priority: CORRECTION_PRIORITY,
    specificity_score: 1,
    declared_at: null,
    identifiers: identify(tenant, schema, { [asked.field]: asked.value }).identifiers,
  };
  const statement = { source, source_id: source.id, interpretation_id: null, observations: [observation] };
  return {
    id,
    record: (answered: Answered) =>
      scope.record({ kind: FIELD_CORRECTED, payload: toPayload({ ...statement, answered }) }),
  };
}

/** The value where its field belongs. One that a schema knows and that does not fit is refused: nobody meant it. */
function splitOne(schema: EntitySchema, { field, value }: Correction) {
  const { fields, fragments, problems } = splitRow(schema, { [field]: value });
  const [problem] = problems;
  if (problem !== undefined) throw wrong("value", problem.reason, { expected: problem.expected });
  // A correction beats every statement, so a slip would rule for good.
  const unlike = unlikeField(schema, field, value);
  if (unlike !== undefined) throw wrong("value", unlike, { expected: "string" });
  return { fields, fragments };
}

const VALUE_BYTES_MAX = 1024 * 1024;

function checkedValue(value: unknown): Json {
  const problems: Problem[] = [];
  checkValue(value, "value", 0, problems);
  const [problem] = problems;
  if (problem !== undefined) throw wrong(problem.path, problem.message);
  if (Buffer.byteLength(JSON.stringify(value)) > VALUE_BYTES_MAX) {
    throw wrong("value", `must be at most ${VALUE_BYTES_MAX} bytes`);
  }
  return value as Json;
}

function wrong(path: string, message: string, details: JsonObject = {}) {
  return refuse("VALIDATION_ERROR", `The correction cannot be made: ${path} ${message}`, {
    ...details,
    problems: [{ path, message }],
  });
}
