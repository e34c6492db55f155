import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { isDeleted } from "../../../model/entity.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import { requireKnownEntity } from "../../../read/require-entity.ts";
import type { Truth } from "../../../truth.ts";
import { endOrBegin, LifecycleAnswer, LifecycleInput } from "../../../write/lifecycle.ts";

export const restoreEntity = defineTool({
  name: "restore_entity",
  title: "Restore an entity",
  description: [
    "Bring back an entity that delete_entity took away, with everything known of it, also what was stored meanwhile.",
    "ENTITY_NOT_DELETED means there is nothing to bring back.",
  ].join("\n"),
  effect: "write",
  permission: "MODIFY",
  input: LifecycleInput,
  output: LifecycleAnswer,
  async run({ user_id, entity_id, reason }, truth: Truth) {
    requireOwnUser(truth, user_id);
    const entity = await requireKnownEntity(truth, entity_id);
    if (!isDeleted(entity)) {
      throw refuse("ENTITY_NOT_DELETED", "The entity is not deleted.", { entity_id: entity.id });
    }
    return endOrBegin(truth, entity, "restoration", reason);
  },
});
