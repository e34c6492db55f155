import { z } from "zod";
import { canonicalJson, isJsonObject, type JsonObject } from "../../../kernel/index.ts";
import { entityNotFound, refuse } from "../errors.ts";
import { type Entity, isDeleted } from "../model/entity.ts";
import { observationId, relationshipKey } from "../model/ids.ts";
import { EntityId } from "../model/inputs.ts";
import { RELATIONSHIP_STATED, toPayload } from "../model/recorded.ts";
import { RELATIONSHIP_TYPES, type Relationship } from "../model/relationship.ts";
import { checkValue, type Problem } from "../model/row.ts";
import { isoTime } from "../model/time.ts";
import type { Truth } from "../truth.ts";
import { refuseCycle } from "./acyclic.ts";
import { statedSource } from "./state-source.ts";

export const RelationshipTypeName = z
  .enum(RELATIONSHIP_TYPES)
  .describe("source PART_OF target, source EMBEDS target, payment SETTLES invoice, new SUPERSEDES old, and so on");

export const RelationshipInput = z.object({
  relationship_type: RelationshipTypeName,
  source_entity_id: EntityId,
  target_entity_id: EntityId,
  // Checked by hand: a record would drop a hostile key instead of refusing it.
  metadata: z.unknown().optional().meta({
    type: "object",
    description: "What is true of the relationship itself, such as a caption or an order",
    additionalProperties: true,
  }),
});

export const RelationshipStated = z.object({
  id: z.string().describe("TYPE:source:target"),
  relationship_type: z.string(),
  source_entity_id: z.string(),
  target_entity_id: z.string(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  created_at: z.string(),
});

const METADATA_BYTES_MAX = 64 * 1024;
export const RELATIONSHIP_WEIGHT = { source_priority: 100, specificity_score: 0.8, declared_at: null } as const;

/** Where it stands in a call that makes several; part of every refusal. */
type Place = { readonly row?: number };

/**
 * States a relationship; where a file says so, with that as its source. Saying the same again changes nothing, unless
 * something else was said in between.
 */
export async function relate(
  truth: Truth,
  asked: z.output<typeof RelationshipInput>,
  place: Place = {},
  fileId?: string,
): Promise<z.output<typeof RelationshipStated>> {
  const { relationship_type: type } = asked;
  const metadata = checkedMetadata(asked.metadata ?? {}, place);
  const { source, target } = await requireEnds(truth, asked, place);
  const id = relationshipKey(type, source.id, target.id);
  const known = await truth.relationships.find(id);
  const said = await statement(truth, asked, metadata, known, [source.id, target.id], fileId);
  if (said !== undefined) {
    await refuseCycle(truth, type, source.id, target.id, place);
    await truth.scope.record({ kind: RELATIONSHIP_STATED, payload: toPayload(said) });
  }
  const now = said === undefined ? known : await truth.relationships.find(id);
  if (now === undefined) throw new TypeError("a relationship that was just stated is not there");
  return {
    id,
    relationship_type: type,
    source_entity_id: now.source_entity_id,
    target_entity_id: now.target_entity_id,
    metadata: now.metadata,
    created_at: isoTime(now.created_at),
  };
}

/** The entry to record, or undefined where all of it holds already. */
async function statement(
  truth: Truth,
  { relationship_type, source_entity_id, target_entity_id }: z.output<typeof RelationshipInput>,
  metadata: JsonObject,
  known: Relationship | undefined,
  shown_ids: readonly string[],
  fileId: string | undefined,
) {
  const origin = { relationship_type, source_entity_id, target_entity_id };
  const source = statedSource(truth.tenant, "relationship", { ...origin, metadata });
  const source_id = fileId ?? source.id;
  const key = relationshipKey(relationship_type, source_entity_id, target_entity_id);
  const idOf = (again: number) =>
    observationId({
      source_id,
      interpretation_id: null,
      entity_id: key,
      fields: metadata,
      ...(again > 0 && { again }),
    });
  const observations = known === undefined ? [] : await truth.relationshipObservations.of([known.id]);
  const ids = new Set(observations.map((observation) => observation.id));
  if (ids.has(idOf(0)) && known !== undefined && holds(known, metadata)) return undefined;
  let again = 0;
  while (ids.has(idOf(again))) again += 1;
  return {
    ...(again === 0 && fileId === undefined && { source }),
    source_id,
    shown_ids,
    relationship: {
      id: idOf(again),
      relationship_type,
      origin_source_id: source_entity_id,
      origin_target_id: target_entity_id,
      kind: "store" as const,
      metadata,
      ...RELATIONSHIP_WEIGHT,
    },
  };
}

function holds(known: Relationship, metadata: JsonObject): boolean {
  return (
    !known.deleted &&
    Object.entries(metadata).every(
      ([name, value]) => canonicalJson(known.metadata[name] ?? null) === canonicalJson(value ?? null),
    )
  );
}

/** Both ends, where they stand now. */
async function requireEnds(
  truth: Truth,
  asked: { source_entity_id: string; target_entity_id: string },
  place: Place,
): Promise<{ source: Entity; target: Entity }> {
  const source = await requireEnd(truth, asked.source_entity_id, place);
  const target = await requireEnd(truth, asked.target_entity_id, place);
  if (source.id === target.id) {
    const problem = { path: "target_entity_id", message: "must be another entity than source_entity_id" };
    throw refuse("VALIDATION_ERROR", "An entity cannot be related to itself.", { ...place, problems: [problem] });
  }
  return { source, target };
}

async function requireEnd({ entities }: Truth, id: string, place: Place): Promise<Entity> {
  const entity = await entities.resolve(id);
  if (entity !== undefined && !isDeleted(entity)) return entity;
  if (place.row === undefined) throw entityNotFound(id);
  throw refuse("ENTITY_NOT_FOUND", `Row ${place.row} names an entity that is not there.`, { ...place, entity_id: id });
}

function checkedMetadata(metadata: unknown, place: Place): JsonObject {
  const problems: Problem[] = [];
  if (!isJsonObject(metadata)) {
    problems.push({ path: "metadata", message: "must be an object" });
  } else checkValue(metadata, "metadata", 0, problems);
  if (problems.length === 0 && Buffer.byteLength(canonicalJson(metadata as JsonObject)) > METADATA_BYTES_MAX) {
    problems.push({ path: "metadata", message: `must be at most ${METADATA_BYTES_MAX} bytes` });
  }
  if (problems.length === 0) return metadata as JsonObject;
  throw refuse("VALIDATION_ERROR", "The metadata cannot be stored.", { ...place, problems });
}
