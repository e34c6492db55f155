import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { At, AtIngested, EntityId, Limit, Offset } from "../../../model/inputs.ts";
import {
  RELATIONSHIP_TYPES,
  type Relationship,
  type RelationshipFilter,
  sortedByTime,
} from "../../../model/relationship.ts";
import { type AsOf, asOf } from "../../../model/time.ts";
import { NextOffset, RelationshipAnswer, relationshipAnswer, Truncated } from "../../../read/answers.ts";
import { fitList } from "../../../read/paging.ts";
import { openRelationshipsAt } from "../../../read/relationships-at.ts";
import { requireEntityAt } from "../../../read/require-entity.ts";
import type { Truth } from "../../../truth.ts";

export const listRelationships = defineTool({
  name: "list_relationships",
  title: "List relationships",
  description: [
    "The relationships of one entity, newest first: inbound, outbound or both, of all types or one.",
    "Relationships with deleted entities are not listed. For the entities at the other ends use retrieve_related_entities;",
    "for what was said about one relationship, get_relationship_snapshot.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    entity_id: EntityId,
    direction: z.enum(["inbound", "outbound", "both"]).optional().describe("Default both"),
    relationship_type: z.enum(RELATIONSHIP_TYPES).optional().describe("Only this type"),
    limit: Limit,
    offset: Offset,
    at: At,
    at_ingested: AtIngested,
  }),
  output: z.object({
    relationships: z.array(RelationshipAnswer),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    truncated: Truncated,
    next_offset: NextOffset,
  }),
  async run(input, truth: Truth) {
    const { limit = 100, offset = 0, direction = "both", relationship_type } = input;
    const filter = { direction, types: relationship_type === undefined ? [] : [relationship_type] };
    const cutAt = asOf(input);
    const { entity } = await requireEntityAt(truth, input.entity_id, cutAt);
    const { relationships, total } =
      cutAt === undefined
        ? await truth.relationships.page(entity.id, filter, { limit, offset })
        : await pageThen(truth, entity.id, filter, cutAt, { limit, offset });
    const { items, cut } = fitList(relationships.map(relationshipAnswer), offset);
    return { relationships: items, total, limit, offset, ...cut };
  },
});

async function pageThen(
  truth: Truth,
  entityId: string,
  filter: RelationshipFilter,
  asOf: AsOf,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ relationships: Relationship[]; total: number }> {
  const all = sortedByTime(await openRelationshipsAt(truth, [entityId], asOf, filter));
  return { relationships: all.slice(offset, offset + limit), total: all.length };
}
