import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { relationshipKey } from "../../../model/ids.ts";
import { At, AtIngested, EntityId } from "../../../model/inputs.ts";
import { RELATIONSHIP_TYPES, type RelationshipType } from "../../../model/relationship.ts";
import { type AsOf, asOf, isoTime } from "../../../model/time.ts";
import { Strings, Truncated, Values } from "../../../read/answers.ts";
import { fitFields, fitList } from "../../../read/paging.ts";
import { type RelationshipAt, relationshipsAt } from "../../../read/relationships-at.ts";
import { requireEntityAt } from "../../../read/require-entity.ts";
import type { Truth } from "../../../truth.ts";

const SCHEMA_VERSION = "1.0";

export const getRelationshipSnapshot = defineTool({
  name: "get_relationship_snapshot",
  title: "Read a relationship",
  description: [
    "One relationship with the metadata that all statements about it come to, each key with its observation.",
    "NOT_FOUND means these entities are not related that way; list_relationships shows how they are.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    relationship_type: z.enum(RELATIONSHIP_TYPES),
    source_entity_id: EntityId,
    target_entity_id: EntityId,
    at: At,
    at_ingested: AtIngested,
  }),
  output: z.object({
    snapshot: z.object({
      relationship_key: z.string(),
      relationship_type: z.string(),
      source_entity_id: z.string(),
      target_entity_id: z.string(),
      schema_version: z.string(),
      snapshot: Values,
      computed_at: z.string(),
      observation_count: z.int(),
      last_observation_at: z.string(),
      provenance: Strings,
      user_id: z.string(),
    }),
    observations: z.array(
      z.object({
        id: z.string(),
        source_id: z.string(),
        observed_at: z.string(),
        specificity_score: z.number(),
        source_priority: z.number(),
        metadata: Values,
        kind: z.enum(["store", "deletion"]),
      }),
    ),
    truncated: Truncated,
  }),
  async run(input, truth: Truth) {
    const { scope, userId } = truth;
    const cut = asOf(input);
    const source = (await requireEntityAt(truth, input.source_entity_id, cut)).entity;
    const target = (await requireEntityAt(truth, input.target_entity_id, cut)).entity;
    const { relationship, observations } = await requireRelationship(
      truth,
      { type: input.relationship_type, source: source.id, target: target.id },
      cut,
    );
    const accepted = observations.reduce((most, { accepted_at }) => Math.max(most, accepted_at), 0);
    const listed = fitList(
      observations.map(({ id, source_id, observed_at, specificity_score, source_priority, metadata, kind }) => ({
        id,
        source_id,
        observed_at: isoTime(observed_at),
        specificity_score,
        source_priority,
        metadata: fitFields(metadata, 5000).fields,
        kind,
      })),
      0,
      20_000,
    );
    const held = Object.entries(relationship.provenance).filter(([key]) => Object.hasOwn(relationship.metadata, key));
    return {
      snapshot: {
        relationship_key: relationship.id,
        relationship_type: relationship.relationship_type,
        source_entity_id: source.id,
        target_entity_id: target.id,
        schema_version: SCHEMA_VERSION,
        snapshot: fitFields(relationship.metadata).fields,
        computed_at: isoTime(cut === undefined ? accepted : scope.env.now()),
        observation_count: relationship.observation_count,
        last_observation_at: isoTime(relationship.last_observed_at),
        provenance: Object.fromEntries(held),
        user_id: userId,
      },
      observations: listed.items,
      ...(listed.cut.truncated && { truncated: true }),
    };
  },
});

async function requireRelationship(
  truth: Truth,
  { type, source, target }: { type: RelationshipType; source: string; target: string },
  cut: AsOf | undefined,
): Promise<RelationshipAt> {
  const id = relationshipKey(type, source, target);
  if (cut === undefined) {
    const relationship = await truth.relationships.find(id);
    if (relationship !== undefined && !relationship.deleted) {
      return { relationship, observations: await truth.relationshipObservations.of([id]) };
    }
  } else {
    const found = await relationshipsAt(truth, [source], cut, { direction: "outbound", types: [type] });
    const then = found.find(({ relationship }) => relationship.id === id);
    if (then !== undefined) return then;
  }
  throw refuse("NOT_FOUND", "These entities are not related that way. list_relationships shows how they are.", {
    relationship_key: id,
  });
}
