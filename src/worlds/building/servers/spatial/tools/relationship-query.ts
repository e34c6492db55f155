import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { RELATIONSHIPS, type Relationship, relatedTo } from "../../../model/space/relations.ts";
import { Named, named, PAGED, pageOf, READ, readFrom } from "../../../read/answers.ts";

const NAMES = Object.keys(RELATIONSHIPS) as [Relationship, ...Relationship[]];

export const relationshipQuery = defineTool({
  name: "relationship_query",
  title: "Elements in a relationship to one",
  description: [
    "What an element hosts, is hosted by, is joined to, bounds, is bounded by, stands on, supports, rests on, contains or depends on.",
    "hosts and hosted_by, joined_to, on_level and depends_on follow from parameters; bounds, supports and contains from where things stand.",
    "fills leads from a door or window to its wall, voids from an opening to what it is cut from.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    element_id: ElementId,
    relationship_type: z.enum(NAMES),
    limit: z.int().min(1).max(300).default(200).describe("How many at most"),
    offset: z.int().min(0).default(0).describe("How many to pass over: next_offset of the page before"),
    ...WHERE,
  }),
  output: z.object({
    element_id: z.string(),
    relationship_type: z.enum(NAMES),
    related_elements: z.array(Named),
    ...PAGED,
    ...READ,
  }),
  async run({ element_id, relationship_type, limit, offset, ...asked }, building: Building) {
    const where = await building.where(asked);
    const element = await building.require(where, element_id);
    const related = relatedTo(where.state, element, relationship_type);
    const { page, paged } = pageOf(related, { limit, offset });
    return {
      element_id: element.id,
      relationship_type,
      related_elements: page.map(named),
      ...paged,
      ...readFrom(where),
    };
  },
});
