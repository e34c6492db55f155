import { defineTool } from "../../../../../kernel/index.ts";
import type { Truth } from "../../../truth.ts";
import { RelationshipInput, RelationshipStated, relate } from "../../../write/relate.ts";

export const createRelationship = defineTool({
  name: "create_relationship",
  title: "Relate two entities",
  description: [
    "State that one entity is related to another. The same statement again answers the same; new metadata adds to the old.",
    "Types: PART_OF, CORRECTS, REFERS_TO, SETTLES, DUPLICATE_OF, DEPENDS_ON, SUPERSEDES, EMBEDS (container to asset).",
    "CYCLE_DETECTED: PART_OF, DEPENDS_ON, SUPERSEDES and CORRECTS must not run in a circle. For many at once use create_relationships.",
  ].join("\n"),
  effect: "write",
  permission: "CREATE",
  idempotent: true,
  input: RelationshipInput,
  output: RelationshipStated,
  run: (input, truth: Truth) => relate(truth, input),
});
