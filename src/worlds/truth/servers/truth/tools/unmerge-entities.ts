import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { entityNotFound, refuse } from "../../../errors.ts";
import { EntityId, UserId } from "../../../model/inputs.ts";
import { ENTITIES_UNMERGED, toPayload } from "../../../model/recorded.ts";
import { isoTime } from "../../../model/time.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import type { Truth } from "../../../truth.ts";
import { Reason } from "../../../write/lifecycle.ts";
import { Receipt, receiptOf } from "../../../write/receipt.ts";

export const unmergeEntities = defineTool({
  name: "unmerge_entities",
  title: "Undo a merge",
  description: [
    "Take a merge back: the entity stands again as if it had never been merged, with what was stored about it since.",
    "ENTITY_NOT_MERGED means there is nothing to undo. To part observations that were never merged, use split_entity.",
  ].join("\n"),
  effect: "write",
  permission: "MODIFY",
  input: z.object({
    user_id: UserId,
    from_entity_id: EntityId.describe("The entity that was merged away"),
    reason: Reason,
  }),
  output: z.object({
    from_entity_id: z.string(),
    to_entity_id: z.string(),
    observations_moved: z.int(),
    unmerged_at: z.string(),
    receipt: Receipt,
  }),
  async run({ user_id, from_entity_id, reason }, truth: Truth) {
    requireOwnUser(truth, user_id);
    const { scope } = truth;
    const from = await truth.entities.find(from_entity_id);
    if (from === undefined) throw entityNotFound(from_entity_id);
    if (from.merged_to === null) {
      throw refuse("ENTITY_NOT_MERGED", "The entity is not merged into another.", { entity_id: from_entity_id });
    }
    const shown = (await truth.entities.resolve(from.merged_to)) ?? from;
    const event = await scope.record({
      kind: ENTITIES_UNMERGED,
      ...(reason !== undefined && { reasoning: reason }),
      payload: toPayload({
        from_entity_id,
        shown_ids: [shown.id],
        entity_types: [...new Set([from.entity_type, shown.entity_type])],
      }),
    });
    return {
      from_entity_id,
      to_entity_id: from.merged_to,
      observations_moved: from.observation_count,
      unmerged_at: isoTime(event.at),
      receipt: receiptOf(event),
    };
  },
});
