import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { shortestWalk, walkableGraphOf } from "../../../model/space/walkable.ts";
import { toMm } from "../../../model/units.ts";
import { READ, readFrom, ShownPoint, shownPoint } from "../../../read/answers.ts";
import { requireRoom } from "../../../read/require.ts";

export const pathFinding = defineTool({
  name: "path_finding",
  title: "Find the way between two rooms",
  description: [
    "The shortest way from the middle of one room to the middle of another: through doors, openings that reach the floor, open boundaries and stairs.",
    "It goes straight from the middle of a room to a door; furniture and bends of a room are not walked around. For that use circulation_check.",
    "reachable is false, and path empty, where no way leads there.",
  ].join("\n"),
  effect: "read",
  input: z.object({ from_room: ElementId, to_room: ElementId, ...WHERE }),
  output: z.object({
    reachable: z.boolean(),
    distance: z.number().nullable().describe("In mm"),
    path: z.array(
      z.object({
        kind: z.enum(["room", "door", "opening", "stair", "open_boundary"]),
        element_id: z.string().nullable(),
        at: ShownPoint,
      }),
    ),
    rooms: z.array(z.string()).describe("The rooms on the way, both ends included"),
    method: z.string(),
    ...READ,
  }),
  async run({ from_room, to_room, ...asked }, building: Building) {
    const where = await building.where(asked);
    const from = await requireRoom(building, where, from_room, "from_room");
    const to = await requireRoom(building, where, to_room, "to_room");
    const walk = shortestWalk(walkableGraphOf(where.state), from.id, to.id);
    const steps = walk?.steps ?? [];
    return {
      reachable: walk !== undefined,
      distance: walk === undefined ? null : toMm(walk.distance),
      path: steps.map(({ room, via, at }) => ({
        kind: room !== undefined ? "room" : via === undefined ? "open_boundary" : kindOf(via.type),
        element_id: (room ?? via)?.id ?? null,
        at: shownPoint(at),
      })),
      rooms: steps.flatMap(({ room }) => (room === undefined ? [] : [room.id])),
      method: "shortest of all ways from middle of room to door to middle of room (Dijkstra)",
      warnings: walk === undefined ? ["No door, opening or stair leads from the one room to the other."] : [],
      ...readFrom(where),
    };
  },
});

function kindOf(type: string): string {
  return type === "door" || type === "stair" ? type : "opening";
}
