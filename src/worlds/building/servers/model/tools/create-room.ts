import { z } from "zod";
import { points } from "../../../model/element.ts";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { areaOf, perimeterOf } from "../../../model/shape/polygon.ts";
import { rounded, toMm } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { created, duplicateWarnings, newElement, withLevel } from "../../../write/create.ts";
import { CHANGED, UNITS, Units } from "../../answers.ts";

export const createRoom = defineChange({
  name: "create_room",
  title: "Create a room",
  description: [
    "Name the space within an outline on a level, with its clear height. The outline runs along the inner faces of its walls.",
    "Refused where the outline crosses or touches itself (1106). Doors belong to the rooms they lie beside; nothing else needs to be said.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    ...argumentsOf("room", ["name", "boundary_points"], { height: 2700 }, [
      "number",
      "room_type",
      "occupancy",
      "level_id",
    ]),
    ...WHERE,
  }),
  output: z.object({
    room_id: z.string(),
    area: z.number(),
    perimeter: z.number(),
    volume: z.number(),
    units: Units,
    ...CHANGED,
  }),
  plan(input, where, building) {
    const { given, warnings } = withLevel(where, input);
    const room = newElement(building, "room", given);
    return {
      changes: new Map([[room.id, room]]),
      events: [created(room)],
      warnings: [...warnings, ...duplicateWarnings(where, room)],
      answer: ({ solidOf }) => ({
        room_id: room.id,
        area: rounded(areaOf(points(room, "boundary_points"))),
        perimeter: toMm(perimeterOf(points(room, "boundary_points"))),
        volume: rounded(solidOf(room).volume),
        units: UNITS,
      }),
    };
  },
});
