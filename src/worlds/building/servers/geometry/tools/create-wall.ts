import { z } from "zod";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { axisOf } from "../../../model/shape/wall.ts";
import { rounded, toMm } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { created, duplicateWarnings, newElement, withLevel } from "../../../write/create.ts";
import { CHANGED, UNITS, Units } from "../../answers.ts";

export const createWall = defineChange({
  name: "create_wall",
  title: "Create a wall",
  description: [
    "Stand a straight wall on a level, along an axis from start to end. Half its thickness lies on each side of the axis.",
    "Refused where start and end are one point (1100), or less than 100 mm apart (1105).",
    "Walls that touch are not joined by this: use join_elements. Doors and windows come with place_door and place_window.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    ...argumentsOf(
      "wall",
      ["start", "end"],
      { height: 3000, thickness: 200, wall_type: "basic", is_exterior: false, base_offset: 0 },
      ["material", "level_id", "fire_rating", "acoustic_rating", "name"],
    ),
    ...WHERE,
  }),
  output: z.object({
    wall_id: z.string(),
    length: z.number(),
    area: z.number().describe("Of one face, openings taken out"),
    volume: z.number(),
    units: Units,
    ...CHANGED,
  }),
  plan(input, where, building) {
    const { given, warnings } = withLevel(where, input);
    const wall = newElement(building, "wall", given);
    return {
      changes: new Map([[wall.id, wall]]),
      events: [created(wall)],
      warnings: [...warnings, ...duplicateWarnings(where, wall)],
      answer: ({ solidOf }) => {
        const { length, thickness } = axisOf(wall);
        const { volume } = solidOf(wall);
        return {
          wall_id: wall.id,
          length: toMm(length),
          area: rounded(volume / thickness),
          volume: rounded(volume),
          units: UNITS,
        };
      },
    };
  },
});
