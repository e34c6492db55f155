import { z } from "zod";
import type { Entity } from "../model/entity.ts";
import { observationId } from "../model/ids.ts";
import { EntityId, UserId } from "../model/inputs.ts";
import { CORRECTION_PRIORITY } from "../model/observation.ts";
import { ENTITY_DELETED, ENTITY_RESTORED, toPayload } from "../model/recorded.ts";
import type { Truth } from "../truth.ts";
import { Receipt, receiptOf } from "./receipt.ts";
import { statedSource } from "./state-source.ts";

export const Reason = z.string().min(1).max(2000).optional().describe("Why, for whoever reads the history");

export const LifecycleInput = z.object({ user_id: UserId, entity_id: EntityId, reason: Reason });

export const LifecycleAnswer = z.object({
  entity_id: z.string(),
  entity_type: z.string(),
  deleted: z.boolean(),
  observation_id: z.string(),
  receipt: Receipt,
});

/** What stands in the log when an entity ends or begins again. A restoration outweighs the deletion of its own instant. */
const KINDS = {
  deletion: { event: ENTITY_DELETED, priority: CORRECTION_PRIORITY },
  restoration: { event: ENTITY_RESTORED, priority: CORRECTION_PRIORITY + 1 },
} as const;

/** Ends an entity or lets it begin again. Nothing is removed: it is one more statement about it. */
export async function endOrBegin(
  truth: Truth,
  entity: Entity,
  kind: keyof typeof KINDS,
  reason: string | undefined,
): Promise<z.output<typeof LifecycleAnswer>> {
  const { scope, tenant } = truth;
  const said = {
    [kind]: true,
    entity_id: entity.id,
    ...(reason !== undefined && { reason }),
    // What it answers to: so that the same words said later are another statement.
    after: entity.deletion?.observation_id ?? null,
  };
  const source = statedSource(tenant, "lifecycle", said);
  const id = observationId({ source_id: source.id, interpretation_id: null, entity_id: entity.id, fields: {} });
  const event = await scope.record({
    kind: KINDS[kind].event,
    ...(reason !== undefined && { reasoning: reason }),
    payload: toPayload({
      source,
      source_id: source.id,
      interpretation_id: null,
      ...(reason !== undefined && { reason }),
      observations: [
        {
          id,
          rule_id: entity.id,
          entity_type: entity.entity_type,
          schema_version: (await truth.schemas.book()).of(entity.entity_type).schema_version,
          kind,
          fields: {},
          fragments: {},
          source_priority: KINDS[kind].priority,
          specificity_score: 1,
          declared_at: null,
          identifiers: [],
        },
      ],
    }),
  });
  return {
    entity_id: entity.id,
    entity_type: entity.entity_type,
    deleted: kind === "deletion",
    observation_id: id,
    receipt: receiptOf(event),
  };
}
