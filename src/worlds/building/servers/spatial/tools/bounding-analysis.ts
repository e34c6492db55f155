import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import type { Element } from "../../../model/element.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { touching } from "../../../model/space/relations.ts";
import { boundsOf, openLengthOf } from "../../../model/space/room-bounds.ts";
import { locate } from "../../../model/space/space-index.ts";
import type { BranchState } from "../../../model/state/branch-state.ts";
import { toMm } from "../../../model/units.ts";
import { Named, named, READ, readFrom, ShownPoint, shownPoint } from "../../../read/answers.ts";

/** What closes a room above and below. */
const LIDS = new Set(["floor", "roof"]);
const NAMED_MAX = 200;

const Bounding = Named.extend({
  side: z.enum(["above", "below", "beside"]),
  contact_length: z.number().optional().describe("How far a room lies along this wall, in mm"),
});

export const boundingAnalysis = defineTool({
  name: "bounding_analysis",
  title: "What bounds an element",
  description: [
    "Of a room: the walls it lies along with the length of each, floors and roofs above and below it, and how much of its outline is open.",
    "Of any other element: what touches it, above, below and beside. Also the box around it.",
    "For rooms on both sides of a wall use relationship_query with bounds.",
  ].join("\n"),
  effect: "read",
  input: z.object({ element_id: ElementId, ...WHERE }),
  output: z.object({
    element_id: z.string(),
    category: z.string(),
    bounding_box: z
      .object({ min: ShownPoint, max: ShownPoint })
      .nullable()
      .describe("Around it along the axes, in mm; null for what takes up no room"),
    bounding_elements: z.array(Bounding),
    bounding_count: z.int(),
    open_length: z.number().optional().describe("How much of a room's outline no wall stands along, in mm"),
    enclosed: z.boolean().optional().describe("Whether walls stand along the whole outline of a room"),
    ...READ,
  }),
  async run({ element_id, ...asked }, building: Building) {
    const where = await building.where(asked);
    const element = await building.require(where, element_id);
    const located = locate(where.state, element);
    const found = element.type === "room" ? aroundRoom(where.state, element) : around(where.state, element);
    return {
      element_id: element.id,
      category: named(element).category,
      bounding_box:
        located === undefined ? null : { min: shownPoint(located.box.min), max: shownPoint(located.box.max) },
      bounding_elements: found.slice(0, NAMED_MAX),
      bounding_count: found.length,
      ...(element.type === "room" && opennessOf(where.state, element)),
      warnings: found.length > NAMED_MAX ? [`Only the first ${NAMED_MAX} are named.`] : [],
      ...readFrom(where),
    };
  },
});

type Found = z.output<typeof Bounding>;

function aroundRoom(state: BranchState, room: Element): Found[] {
  const lengths = new Map<string, { wall: Element; length: number }>();
  for (const { wall, from, to } of boundsOf(state, room).stretches) {
    lengths.set(wall.id, { wall, length: (lengths.get(wall.id)?.length ?? 0) + to - from });
  }
  const lids = touching(state, room).filter(({ element, side }) => LIDS.has(element.type) && side !== "beside");
  return [
    ...[...lengths.values()].map(({ wall, length }) => ({
      ...named(wall),
      side: "beside" as const,
      contact_length: toMm(length),
    })),
    ...lids.map(({ element, side }) => ({ ...named(element), side })),
  ].sort((a, b) => (a.element_id < b.element_id ? -1 : 1));
}

function around(state: BranchState, element: Element): Found[] {
  return touching(state, element).map(({ element: other, side }) => ({ ...named(other), side }));
}

function opennessOf(state: BranchState, room: Element): { open_length: number; enclosed: boolean } {
  const open = openLengthOf(boundsOf(state, room));
  return { open_length: toMm(open), enclosed: open === 0 };
}
