import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { entityNotFound, refuse } from "../../../errors.ts";
import { type Entity, isDeleted } from "../../../model/entity.ts";
import { areAkin } from "../../../model/identity/signs.ts";
import { EntityId, UserId } from "../../../model/inputs.ts";
import { ENTITIES_MERGED, toPayload } from "../../../model/recorded.ts";
import { isoTime } from "../../../model/time.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import type { Truth } from "../../../truth.ts";
import { refuseCycleThrough } from "../../../write/acyclic.ts";
import { Reason } from "../../../write/lifecycle.ts";
import { settleConflicts } from "../../../write/merge-conflicts.ts";
import { Receipt, receiptOf } from "../../../write/receipt.ts";

export const mergeEntities = defineTool({
  name: "merge_entities",
  title: "Merge two entities",
  description: [
    "Make two entities one, when they are the same thing: all observations, relationships, dates and identifiers of from count for to, and the old id leads there.",
    "Where both have a value, conflicts tells which stands: the newer or weightier, or as keep says. The name is a field too.",
    "Undone with unmerge_entities. ENTITY_ALREADY_MERGED: one of them was merged before; use the id it leads to.",
    "VALIDATION_ERROR: an entity cannot be merged into itself or into one of an unrelated type.",
  ].join("\n"),
  effect: "destructive",
  permission: "MODIFY",
  input: z.object({
    user_id: UserId,
    from_entity_id: EntityId.describe("The duplicate"),
    to_entity_id: EntityId.describe("The entity that stays"),
    keep: z.enum(["to", "from"]).optional().describe("Whose values stand where both have one"),
    merge_reason: Reason,
  }),
  output: z.object({
    from_entity_id: z.string(),
    to_entity_id: z.string(),
    observations_moved: z.int(),
    merged_at: z.string(),
    merge_reason: z.string().optional(),
    conflicts: z
      .array(z.object({ field: z.string(), stands: z.unknown(), of: z.enum(["to", "from"]), instead_of: z.unknown() }))
      .optional()
      .describe("Fields that both had, with the value that stands now and the one that does not"),
    receipt: Receipt,
  }),
  async run({ user_id, from_entity_id, to_entity_id, keep, merge_reason }, truth: Truth) {
    requireOwnUser(truth, user_id);
    if (from_entity_id === to_entity_id) throw wrong("to_entity_id", "must be another entity than from_entity_id");
    const from = await requireUnmerged(truth, from_entity_id);
    const to = await requireUnmerged(truth, to_entity_id);
    if (!areAkin(from.entity_type, to.entity_type)) throw wrong("to_entity_id", "is an entity of an unrelated type");
    const event = await truth.scope.record({
      kind: ENTITIES_MERGED,
      ...(merge_reason !== undefined && { reasoning: merge_reason }),
      payload: toPayload({
        from_entity_id,
        to_entity_id,
        merge_reason: merge_reason ?? null,
        entity_types: [...new Set([from.entity_type, to.entity_type])],
      }),
    });
    await refuseCycleThrough(truth, to_entity_id);
    const conflicts = await settleConflicts(truth, { from, to, keep, mergeId: event.id });
    return {
      from_entity_id,
      to_entity_id,
      observations_moved: await truth.merges.movedBy(from_entity_id),
      merged_at: isoTime(event.at),
      ...(merge_reason !== undefined && { merge_reason }),
      ...(conflicts.length > 0 && { conflicts }),
      receipt: receiptOf(event),
    };
  },
});

async function requireUnmerged(truth: Truth, id: string): Promise<Entity> {
  const entity = await truth.entities.find(id);
  if (entity === undefined || (entity.merged_to === null && isDeleted(entity))) throw entityNotFound(id);
  if (entity.merged_to === null) return entity;
  throw refuse("ENTITY_ALREADY_MERGED", "The entity was merged before.", {
    entity_id: id,
    merged_to_entity_id: (await truth.entities.resolve(entity.merged_to))?.id ?? entity.merged_to,
  });
}

function wrong(path: string, message: string) {
  return refuse("VALIDATION_ERROR", `The entities cannot be merged: ${path} ${message}`, {
    problems: [{ path, message }],
  });
}
