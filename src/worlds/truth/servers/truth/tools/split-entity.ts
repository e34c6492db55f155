import { z } from "zod";
import { defineTool, hashOf } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { Entity } from "../../../model/entity.ts";
import { entityId } from "../../../model/ids.ts";
import { EntityId, UserId } from "../../../model/inputs.ts";
import type { Observation } from "../../../model/observation.ts";
import { ENTITY_SPLIT, toPayload } from "../../../model/recorded.ts";
import { isoTime } from "../../../model/time.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import { requireEntity } from "../../../read/require-entity.ts";
import type { Truth } from "../../../truth.ts";
import { Reason } from "../../../write/lifecycle.ts";
import { Receipt, receiptOf } from "../../../write/receipt.ts";
import { identifiersAfterSplit } from "../../../write/split-identifiers.ts";

const OBSERVATIONS_MAX = 1000;
const ObservationId = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "must be a UUID");

export const splitEntity = defineTool({
  name: "split_entity",
  title: "Split an entity",
  description: [
    "Give some observations of an entity an entity of their own, when rows about different things were taken for one.",
    "list_observations shows the ids. At least one observation must stay. Undone by merging the new entity back.",
    "OBSERVATION_NOT_FOUND names ids that are not of this entity. To undo a merge use unmerge_entities.",
  ].join("\n"),
  effect: "destructive",
  permission: "MODIFY",
  input: z.object({
    user_id: UserId,
    entity_id: EntityId,
    observation_ids: z.array(ObservationId).min(1).max(OBSERVATIONS_MAX).describe("The observations to move"),
    reason: Reason,
  }),
  output: z.object({
    entity_id: z.string(),
    new_entity_id: z.string(),
    observations_moved: z.int(),
    split_at: z.string(),
    reason: z.string().optional(),
    receipt: Receipt,
  }),
  async run({ user_id, entity_id, observation_ids, reason }, truth: Truth) {
    requireOwnUser(truth, user_id);
    const entity = await requireEntity(truth, entity_id);
    const moved = await requireObservations(truth, entity, [...new Set(observation_ids)].sort());
    const new_entity_id = await freshId(truth, entity, moved);
    const event = await truth.scope.record({
      kind: ENTITY_SPLIT,
      ...(reason !== undefined && { reasoning: reason }),
      payload: toPayload({
        entity_id: entity.id,
        new_entity_id,
        reason: reason ?? null,
        entity_types: [entity.entity_type],
        observation_ids: moved.map(({ id }) => id),
        identifiers: await identifiersAfterSplit(truth, entity, new_entity_id, moved),
      }),
    });
    return {
      entity_id: entity.id,
      new_entity_id,
      observations_moved: moved.length,
      split_at: isoTime(event.at),
      ...(reason !== undefined && { reason }),
      receipt: receiptOf(event),
    };
  },
});

async function requireObservations(truth: Truth, entity: Entity, ids: readonly string[]): Promise<Observation[]> {
  const found = await truth.observations.findMany(ids);
  const missing = ids.filter((id) => found.get(id)?.entity_id !== entity.id);
  if (missing.length > 0) {
    throw refuse("OBSERVATION_NOT_FOUND", "Some observations are not of this entity.", { observation_ids: missing });
  }
  const moved = ids.flatMap((id) => found.get(id) ?? []);
  const ends = moved.filter(({ kind }) => kind === "deletion" || kind === "restoration");
  if (ends.length > 0) throw wrong("must not be deletions or restorations: they are about the entity they end");
  if (moved.length === entity.observation_count) throw wrong("must leave at least one observation behind");
  return moved;
}

/** Known by what it was split from and which observations it got. Split off, merged back and split again it is another. */
async function freshId(truth: Truth, entity: Entity, moved: readonly Observation[]): Promise<string> {
  for (let time = 0; ; time += 1) {
    const parts = hashOf({ from: entity.id, observations: moved.map(({ id }) => id), time });
    const id = entityId(truth.tenant, entity.entity_type, `split:${parts}`);
    if ((await truth.entities.find(id)) === undefined) return id;
  }
}

function wrong(message: string) {
  return refuse("VALIDATION_ERROR", `The entity cannot be split: observation_ids ${message}`, {
    problems: [{ path: "observation_ids", message }],
  });
}
