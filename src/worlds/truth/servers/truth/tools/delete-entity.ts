import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { isDeleted } from "../../../model/entity.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import { requireKnownEntity } from "../../../read/require-entity.ts";
import type { Truth } from "../../../truth.ts";
import { endOrBegin, LifecycleAnswer, LifecycleInput } from "../../../write/lifecycle.ts";

export const deleteEntity = defineTool({
  name: "delete_entity",
  title: "Delete an entity",
  description: [
    "Take an entity out of every answer, with a receipt. Its history stays, and restore_entity brings it back.",
    "An id that was merged away deletes what it was merged into. ENTITY_DELETED means it is deleted already.",
    "To remove a duplicate use merge_entities, to fix a value use correct.",
  ].join("\n"),
  effect: "destructive",
  input: LifecycleInput,
  output: LifecycleAnswer,
  async run({ user_id, entity_id, reason }, truth: Truth) {
    requireOwnUser(truth, user_id);
    const entity = await requireKnownEntity(truth, entity_id);
    if (isDeleted(entity)) {
      throw refuse("ENTITY_DELETED", "The entity is deleted already.", { entity_id: entity.id });
    }
    return endOrBegin(truth, entity, "deletion", reason);
  },
});
