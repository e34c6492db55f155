import { canonicalJson, type Json, type JsonObject } from "../../../kernel/index.ts";
import type { Entity } from "../model/entity.ts";
import { identify } from "../model/identity/identify.ts";
import { observationId } from "../model/ids.ts";
import { FIELD_CORRECTED, type RecordedObservation, toPayload } from "../model/recorded.ts";
import { splitRow } from "../model/schema/split-row.ts";
import { policyOf } from "../model/schema/types/entity-schema.ts";
import type { Truth } from "../truth.ts";
import { canonicalRow } from "./plan-rows.ts";
import { statedSource } from "./state-source.ts";

type Side = "to" | "from";

/** A field that both of two merged entities had, and what stands of it. */
interface Conflict {
  readonly field: string;
  readonly stands: Json;
  readonly of: Side;
  readonly instead_of: Json;
}

interface Merged {
  /** As they were before. */
  readonly from: Entity;
  readonly to: Entity;
  readonly keep: Side | undefined;
  readonly mergeId: string;
}

/**
 * Tells whose values stand after a merge, and where one of the two is to be kept says its values again, with the weight
 * of what they stand against. They are said of the one whose they are, so that parting the two leaves each its own.
 */
export async function settleConflicts(truth: Truth, { from, to, keep, mergeId }: Merged): Promise<Conflict[]> {
  const schema = (await truth.schemas.book()).of(to.entity_type);
  const before = { to: valuesOf(to), from: valuesOf(from) };
  const both = Object.keys(before.to).filter(
    (field) =>
      Object.hasOwn(before.from, field) &&
      policyOf(schema, field).strategy !== "merge_array" &&
      text(before.to[field]) !== text(before.from[field]),
  );
  const after = await truth.entities.find(to.id);
  if (after === undefined) return [];
  const conflicts: Conflict[] = [];
  for (const field of both.sort()) {
    const standing: Side = text(valuesOf(after)[field]) === text(before.from[field]) ? "from" : "to";
    const side = keep ?? standing;
    if (side !== standing)
      await sayAgain(truth, { from, to }[side], after, field, before[side][field] ?? null, mergeId);
    const other = side === "to" ? "from" : "to";
    conflicts.push({ field, stands: before[side][field] ?? null, of: side, instead_of: before[other][field] ?? null });
  }
  return conflicts;
}

async function sayAgain(
  { scope, tenant, schemas, observations }: Truth,
  entity: Entity,
  after: Entity,
  field: string,
  value: Json,
  mergeId: string,
): Promise<void> {
  const schema = (await schemas.book()).of(entity.entity_type);
  const { fields, fragments } = splitRow(schema, { [field]: value });
  const said = { kept_in_merge: mergeId, entity_id: entity.id, entity_type: entity.entity_type, field, value };
  const source = statedSource(tenant, "correction", said);
  const against = after.provenance[field] ?? after.fragment_provenance[field] ?? "";
  const [weight] = await observations.weightsOf(against.split(",", 1));
  const canonical = canonicalRow(schema, { fields, fragments });
  const observation: RecordedObservation = {
    id: observationId({ source_id: source.id, interpretation_id: null, entity_id: entity.id, fields: canonical }),
    rule_id: entity.id,
    entity_type: entity.entity_type,
    schema_version: schema.schema_version,
    kind: "store",
    fields,
    fragments,
    source_priority: weight?.source_priority ?? 0,
    specificity_score: 1,
    declared_at: null,
    identifiers: identify(tenant, schema, { [field]: value }).identifiers,
  };
  const statement = { source, source_id: source.id, interpretation_id: null, observations: [observation] };
  await scope.record({
    kind: FIELD_CORRECTED,
    payload: toPayload({ ...statement, ...(entity.id !== after.id && { shown_ids: [after.id] }) }),
  });
}

function valuesOf({ snapshot, fragments }: Entity): JsonObject {
  return { ...fragments, ...snapshot };
}

function text(value: Json | undefined): string {
  return canonicalJson(value ?? null);
}
