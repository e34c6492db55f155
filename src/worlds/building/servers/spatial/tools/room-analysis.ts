import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { text } from "../../../model/element.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { elevationOf } from "../../../model/shape/levels.ts";
import { measuresOf } from "../../../model/space/room.ts";
import { boundsOf, holesOf } from "../../../model/space/room-bounds.ts";
import { rounded, toMm } from "../../../model/units.ts";
import { Named, named, READ, readFrom, ShownPoint, shownPlan } from "../../../read/answers.ts";
import { requireRoom } from "../../../read/require.ts";
import { neighboursOf } from "../../../read/rooms.ts";
import { UNITS, Units } from "../../answers.ts";

const Adjacency = z.object({
  room_id: z.string(),
  name: z.string().optional(),
  shared_length: z.number().describe("How much of both outlines lies on the same walls, or on each other, in mm"),
  wall_ids: z.array(z.string()),
  door_ids: z.array(z.string()).describe("Doors and openings between the two"),
  connected: z.boolean().describe("Whether people can walk from one into the other"),
});

export const roomAnalysis = defineTool({
  name: "room_analysis",
  title: "Analyse a room",
  description: [
    "Area, volume, perimeter and neighbours of a room, from the model as it is now.",
    "A neighbour lies on the other side of a wall, or shares a stretch of outline where no wall stands.",
    "For all rooms of a level at once use adjacency_matrix; for what bounds the room use bounding_analysis.",
  ].join("\n"),
  effect: "read",
  input: z.object({ room_id: ElementId.describe("As create_room returned it"), ...WHERE }),
  output: z.object({
    room_id: z.string(),
    name: z.string().optional(),
    number: z.string().optional(),
    level_id: z.string().optional(),
    area: z.number(),
    volume: z.number(),
    perimeter: z.number(),
    height: z.number(),
    centre: ShownPoint,
    adjacencies: z.array(Adjacency),
    openings: z.array(Named).describe("Doors, windows and openings in its walls"),
    units: Units,
    ...READ,
  }),
  async run({ room_id, ...asked }, building: Building) {
    const where = await building.where(asked);
    const room = await requireRoom(building, where, room_id, "room_id");
    const { area, perimeter, height, volume, centre } = measuresOf(room);
    const [name, number, level] = [text(room, "name"), text(room, "number"), text(room, "level_id")];
    return {
      room_id: room.id,
      ...(name !== undefined && { name }),
      ...(number !== undefined && { number }),
      ...(level !== undefined && { level_id: level }),
      area: rounded(area),
      volume: rounded(volume),
      perimeter: toMm(perimeter),
      height: toMm(height),
      centre: shownPlan(centre, elevationOf(where.state, room)),
      adjacencies: neighboursOf(where.state, room).map(({ room: other, contact, doors }) => {
        const otherName = text(other, "name");
        return {
          room_id: other.id,
          ...(otherName !== undefined && { name: otherName }),
          shared_length: toMm(contact.wallLength + contact.openLength),
          wall_ids: contact.walls.map(({ id }) => id),
          door_ids: doors.map(({ id }) => id),
          connected: doors.length > 0 || contact.openLength > 0,
        };
      }),
      openings: holesOf(where.state, boundsOf(where.state, room)).map(named),
      units: UNITS,
      ...readFrom(where),
    };
  },
});
