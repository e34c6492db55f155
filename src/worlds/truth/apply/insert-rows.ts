import { canonicalJson, type Event, list, query, type Sql } from "../../../kernel/index.ts";
import type { Identifier } from "../model/identity/identifier.ts";
import type { Observation } from "../model/observation.ts";
import { positionIn, type RecordedSource } from "../model/recorded.ts";
import type { RelationshipObservation } from "../model/relationship.ts";

/** The same content is one source, whoever states it next. */
export async function insertSource(sql: Sql, event: Event, source: RecordedSource): Promise<void> {
  await sql.run(query`insert into truth_source
    (tenant_id, id, content_hash, kind, mime_type, original_filename, file_size, provenance, created_at, position)
    values (${event.tenant}, ${source.id}, ${source.content_hash}, ${source.kind}, ${source.mime_type},
      ${source.original_filename}, ${source.file_size},
      ${source.provenance === null ? null : canonicalJson(source.provenance)}, ${event.at}, ${positionIn(event, 0)})
    on conflict (tenant_id, id) do nothing`);
}

export async function insertObservation(
  sql: Sql,
  tenant: string,
  ruleId: string,
  observation: Observation,
  rowStart: number | null,
): Promise<void> {
  await sql.run(query`insert into truth_observation
    (tenant_id, id, rule_id, origin_id, entity_id, entity_type, schema_version, source_id, interpretation_id, kind,
      fields, fragments, source_priority, specificity_score, observed_at, declared_at, accepted_at, row_start, position)
    values (${tenant}, ${observation.id}, ${ruleId}, ${observation.origin_id}, ${observation.entity_id},
      ${observation.entity_type}, ${observation.schema_version}, ${observation.source_id},
      ${observation.interpretation_id}, ${observation.kind}, ${canonicalJson(observation.fields)},
      ${canonicalJson(observation.fragments)}, ${observation.source_priority}, ${observation.specificity_score},
      ${observation.observed_at}, ${observation.declared_at}, ${observation.accepted_at}, ${rowStart},
      ${observation.position})`);
}

export async function insertIdentifiers(
  sql: Sql,
  tenant: string,
  originId: string,
  identifiers: readonly Identifier[],
): Promise<void> {
  if (identifiers.length === 0) return;
  const rows = identifiers.map(({ kind, value }) => query`(${tenant}, ${value}, ${kind}, ${originId})`);
  await sql.run(query`insert into truth_identifier (tenant_id, value, kind, origin_id)
    values ${list(rows)} on conflict (tenant_id, value, kind, origin_id) do nothing`);
}

export async function insertRelationshipObservation(
  sql: Sql,
  tenant: string,
  observation: RelationshipObservation,
): Promise<void> {
  await sql.run(query`insert into truth_relationship_observation
    (tenant_id, id, relationship_id, relationship_type, origin_source_id, origin_target_id, source_id, kind, metadata,
      source_priority, specificity_score, observed_at, declared_at, accepted_at, position)
    values (${tenant}, ${observation.id}, ${observation.relationship_id}, ${observation.relationship_type},
      ${observation.origin_source_id}, ${observation.origin_target_id}, ${observation.source_id}, ${observation.kind},
      ${canonicalJson(observation.metadata)}, ${observation.source_priority}, ${observation.specificity_score},
      ${observation.observed_at}, ${observation.declared_at}, ${observation.accepted_at}, ${observation.position})`);
}

export async function insertRegrouping(
  sql: Sql,
  event: Event,
  change: "unmerge" | "split",
  entityId: string,
  otherId: string,
): Promise<void> {
  await sql.run(query`insert into truth_regrouping (tenant_id, position, change, entity_id, other_entity_id, accepted_at)
    values (${event.tenant}, ${positionIn(event, 0)}, ${change}, ${entityId}, ${otherId}, ${event.at})`);
}
