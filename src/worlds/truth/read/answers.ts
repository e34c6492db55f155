import { z } from "zod";
import type { JsonObject } from "../../../kernel/index.ts";
import type { Entity } from "../model/entity.ts";
import type { Observation } from "../model/observation.ts";
import { shown } from "../model/reduce/shown.ts";
import type { Relationship } from "../model/relationship.ts";
import type { SchemaBook } from "../model/schema/schema-book.ts";
import type { Source } from "../model/source.ts";
import { isoTime } from "../model/time.ts";
import type { TimelineEvent } from "../model/timeline.ts";
import { fitFields } from "./paging.ts";

// The contract's shapes that several answers share, and how each is filled.

export const Values = z.record(z.string(), z.unknown());
export const Strings = z.record(z.string(), z.string());

export const OmittedFields = z
  .array(z.string())
  .optional()
  .describe("Fields too long for this answer: retrieve_entity_snapshot with field reads them in parts");

export const RawFragments = Values.optional().describe("What was stored of it outside its schema");

export const Truncated = z.boolean().optional().describe("Whether more was found than fits; go on from next_offset");
export const NextOffset = z.int().optional();

export const EntityAnswer = z.object({
  id: z.string(),
  entity_type: z.string(),
  canonical_name: z.string(),
  snapshot: Values.optional(),
  raw_fragments: RawFragments,
  omitted_fields: OmittedFields,
});

export function entityAnswer(book: SchemaBook, entity: Entity, withSnapshot: boolean) {
  const { id, entity_type, canonical_name } = entity;
  if (!withSnapshot) return { id, entity_type, canonical_name };
  const { snapshot, raw_fragments = {} } = shown(book.of(entity_type), entity);
  return { id, entity_type, canonical_name, ...fitValues(snapshot, raw_fragments) };
}

/** Fields of the schema and what lies outside it, as far as both fit into one answer. */
export function fitValues(snapshot: JsonObject, fragments: JsonObject, charsMax?: number) {
  const { fields, omitted_fields: left = [] } = fitFields(snapshot, charsMax);
  const { fields: outside, omitted_fields: leftOutside = [] } = fitFields(fragments, charsMax);
  const omitted = [...left, ...leftOutside];
  return {
    snapshot: fields,
    ...(Object.keys(outside).length > 0 && { raw_fragments: outside }),
    ...(omitted.length > 0 && { omitted_fields: omitted }),
  };
}

export const RelationshipAnswer = z.object({
  id: z.string(),
  relationship_type: z.string(),
  source_entity_id: z.string(),
  target_entity_id: z.string(),
  metadata: Values.optional(),
  created_at: z.string().optional(),
});

export function relationshipAnswer(relationship: Relationship) {
  const { id, relationship_type, source_entity_id, target_entity_id, metadata, created_at } = relationship;
  return {
    id,
    relationship_type,
    source_entity_id,
    target_entity_id,
    metadata: fitFields(metadata).fields,
    created_at: isoTime(created_at),
  };
}

export const ObservationAnswer = z.object({
  id: z.string(),
  entity_id: z.string(),
  entity_type: z.string(),
  schema_version: z.string(),
  source_id: z.string(),
  observed_at: z.string(),
  specificity_score: z.number(),
  source_priority: z.number(),
  fields: Values,
  raw_fragments: Values.optional(),
  omitted_fields: OmittedFields,
  kind: z.enum(["store", "correction", "deletion", "restoration"]),
  created_at: z.string(),
});

export function observationAnswer(observation: Observation, entityId = observation.entity_id) {
  const { fields, ...omitted } = fitFields(observation.fields);
  const { fields: fragments } = fitFields(observation.fragments);
  return {
    id: observation.id,
    entity_id: entityId,
    entity_type: observation.entity_type,
    schema_version: observation.schema_version,
    source_id: observation.source_id,
    observed_at: isoTime(observation.observed_at),
    specificity_score: observation.specificity_score,
    source_priority: observation.source_priority,
    fields,
    ...(Object.keys(fragments).length > 0 && { raw_fragments: fragments }),
    ...omitted,
    kind: observation.kind,
    created_at: isoTime(observation.accepted_at),
  };
}

export const SourceAnswer = z.object({
  id: z.string(),
  kind: z.string(),
  content_hash: z.string(),
  mime_type: z.string(),
  original_filename: z.string().nullable(),
  file_size: z.number(),
  storage_path: z.string(),
  created_at: z.string(),
});

export function sourceAnswer(source: Source) {
  const { id, kind, content_hash, mime_type, original_filename, file_size, storage_path } = source;
  return {
    id,
    kind,
    content_hash,
    mime_type,
    original_filename,
    file_size,
    storage_path,
    created_at: isoTime(source.created_at),
  };
}

export const TimelineAnswer = z.object({
  id: z.string(),
  event_type: z.string(),
  event_timestamp: z.string(),
  source_id: z.string(),
  entity_ids: z.array(z.string()),
  properties: Values,
});

export function timelineAnswer(event: TimelineEvent) {
  return {
    id: event.id,
    event_type: event.event_type,
    event_timestamp: isoTime(event.event_timestamp),
    source_id: event.source_id,
    entity_ids: [event.entity_id],
    properties: event.properties,
  };
}
