import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { At, AtIngested, EntityId, Limit, Offset } from "../../../model/inputs.ts";
import { RELATIONSHIP_TYPES } from "../../../model/relationship.ts";
import { asOf } from "../../../model/time.ts";
import {
  EntityAnswer,
  entityAnswer,
  NextOffset,
  RelationshipAnswer,
  relationshipAnswer,
  Truncated,
} from "../../../read/answers.ts";
import { walkGraph } from "../../../read/graph-walk.ts";
import { fitList, LIST_CHARS_MAX } from "../../../read/paging.ts";
import { requireEntityAt } from "../../../read/require-entity.ts";
import type { Truth } from "../../../truth.ts";

const HOPS_MAX = 10;
/** What the relationships of one answer may fill; the entities get the rest. */
const RELATIONSHIP_CHARS_MAX = LIST_CHARS_MAX / 2;

export const retrieveRelatedEntities = defineTool({
  name: "retrieve_related_entities",
  title: "Find related entities",
  description: [
    "Entities connected to one entity through relationships, up to max_hops away, nearest first.",
    "Stops at 1000 entities or 5000 relationships and says so in limit_reached: filter by type or direction then.",
    "Long answers go on from next_offset. For everything around one node use retrieve_graph_neighborhood.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    entity_id: EntityId,
    relationship_types: z
      .array(z.enum(RELATIONSHIP_TYPES))
      .max(RELATIONSHIP_TYPES.length)
      .optional()
      .describe("Only these types (default: all)"),
    direction: z.enum(["inbound", "outbound", "both"]).optional().describe("Default both"),
    max_hops: z.int().min(1).max(HOPS_MAX).optional().describe("How far to go (default 1)"),
    include_entities: z.boolean().optional().describe("Whether to include snapshots (default true)"),
    limit: Limit,
    offset: Offset,
    at: At,
    at_ingested: AtIngested,
  }),
  output: z.object({
    entities: z.array(EntityAnswer),
    relationships: z.array(RelationshipAnswer),
    total_entities: z.int(),
    total_relationships: z.int(),
    hops_traversed: z.int(),
    limit_reached: z
      .boolean()
      .optional()
      .describe("Whether the walk stopped before its end; totals count what was reached"),
    truncated: Truncated,
    next_offset: NextOffset,
  }),
  async run(input, truth: Truth) {
    const { limit = 100, offset = 0, include_entities = true } = input;
    const cut = asOf(input);
    const { entity } = await requireEntityAt(truth, input.entity_id, cut);
    const walk = await walkGraph(truth, entity.id, {
      types: input.relationship_types ?? [],
      direction: input.direction ?? "both",
      maxHops: input.max_hops ?? 1,
      asOf: cut,
    });
    const book = await truth.schemas.book();
    const page = walk.entities.slice(offset, offset + limit);
    const entities = fitList(
      page.map((found) => entityAnswer(book, found, include_entities)),
      offset,
      LIST_CHARS_MAX - RELATIONSHIP_CHARS_MAX,
    );
    const end = offset + entities.items.length;
    const edges = walk.relationships.filter(({ place }) => place >= offset && place < end);
    const relationships = fitList(
      edges.map(({ relationship }) => relationshipAnswer(relationship)),
      0,
      RELATIONSHIP_CHARS_MAX,
    );
    const more = end < walk.entities.length;
    return {
      entities: entities.items,
      relationships: relationships.items,
      total_entities: walk.entities.length,
      total_relationships: walk.relationships.length,
      hops_traversed: walk.hops,
      ...(walk.stopped && { limit_reached: true }),
      ...((more || relationships.cut.truncated) && { truncated: true }),
      ...(more && { next_offset: end }),
    };
  },
});
