import { z } from "zod";
import { defineTool, type Event } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { observationId, relationshipKey } from "../../../model/ids.ts";
import { EntityId, UserId } from "../../../model/inputs.ts";
import { RELATIONSHIP_DELETED, toPayload } from "../../../model/recorded.ts";
import type { Relationship } from "../../../model/relationship.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import type { Truth } from "../../../truth.ts";
import { Reason } from "../../../write/lifecycle.ts";
import { Receipt, receiptOf } from "../../../write/receipt.ts";
import { RELATIONSHIP_WEIGHT, RelationshipTypeName } from "../../../write/relate.ts";
import { statedSource } from "../../../write/state-source.ts";

export const deleteRelationship = defineTool({
  name: "delete_relationship",
  title: "Delete a relationship",
  description: [
    "State that a relationship is over, with a receipt. Its history stays; create_relationship makes it anew.",
    "NOT_FOUND means there is no such relationship now.",
  ].join("\n"),
  effect: "destructive",
  input: z.object({
    user_id: UserId,
    relationship_type: RelationshipTypeName,
    source_entity_id: EntityId,
    target_entity_id: EntityId,
    reason: Reason,
  }),
  output: z.object({
    id: z.string(),
    relationship_type: z.string(),
    source_entity_id: z.string(),
    target_entity_id: z.string(),
    deleted: z.boolean(),
    receipt: Receipt,
  }),
  async run({ user_id, relationship_type, source_entity_id, target_entity_id, reason }, truth: Truth) {
    requireOwnUser(truth, user_id);
    const source = (await truth.entities.resolve(source_entity_id))?.id ?? source_entity_id;
    const target = (await truth.entities.resolve(target_entity_id))?.id ?? target_entity_id;
    const id = relationshipKey(relationship_type, source, target);
    const known = await truth.relationships.find(id);
    if (known === undefined || known.deleted) {
      throw refuse("NOT_FOUND", "There is no such relationship.", { relationship_key: id });
    }
    const event = await recordDeletion(truth, known, reason);
    return {
      id,
      relationship_type,
      source_entity_id: source,
      target_entity_id: target,
      deleted: true,
      receipt: receiptOf(event),
    };
  },
});

/** Ends it for every pair of ids it was stated for: undoing a merge must not bring a part of it back. */
async function recordDeletion(truth: Truth, known: Relationship, reason: string | undefined): Promise<Event> {
  const { scope, tenant } = truth;
  const observations = await truth.relationshipObservations.of([known.id]);
  const stated = new Map(
    observations.map(({ origin_source_id, origin_target_id }) => [
      relationshipKey(known.relationship_type, origin_source_id, origin_target_id),
      { origin_source_id, origin_target_id },
    ]),
  );
  let last: Event | undefined;
  for (const [key, origin] of [...stated].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const said = { deletion: true, relationship: key, after: known.observation_count, ...(reason && { reason }) };
    const source = statedSource(tenant, "relationship", said);
    const id = observationId({ source_id: source.id, interpretation_id: null, entity_id: key, fields: {} });
    const { relationship_type } = known;
    const relationship = { id, relationship_type, ...origin, kind: "deletion" as const, metadata: {} };
    last = await scope.record({
      kind: RELATIONSHIP_DELETED,
      ...(reason !== undefined && { reasoning: reason }),
      payload: toPayload({
        source,
        source_id: source.id,
        shown_ids: [known.source_entity_id, known.target_entity_id],
        relationship: { ...relationship, ...RELATIONSHIP_WEIGHT },
      }),
    });
  }
  if (last === undefined) throw new TypeError("a relationship without observations");
  return last;
}
