import { z } from "zod";
import { measure } from "../../../model/element.ts";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { rounded } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { created, duplicateWarnings, newElement } from "../../../write/create.ts";
import { CHANGED, UNITS, Units } from "../../answers.ts";

export const createFloor = defineChange({
  name: "create_floor",
  title: "Create a floor",
  description: [
    "Lay a slab on a level: its top lies on the level, its thickness below. Holes may be given with it.",
    "Refused where the outline crosses or touches itself (1106) or a hole leaves it (1101).",
    "A hole that is to be changed by itself later is made with create_opening.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    ...argumentsOf("floor", ["boundary_points", "level_id"], { thickness: 300, floor_type: "slab", elevation: 0 }, [
      "holes",
      "finish",
      "load_capacity",
      "material",
      "fire_rating",
      "name",
    ]),
    ...WHERE,
  }),
  output: z.object({ floor_id: z.string(), area: z.number(), volume: z.number(), units: Units, ...CHANGED }),
  plan(input, where, building) {
    const floor = newElement(building, "floor", input);
    return {
      changes: new Map([[floor.id, floor]]),
      events: [created(floor)],
      warnings: duplicateWarnings(where, floor),
      answer: ({ solidOf }) => {
        const { volume } = solidOf(floor);
        const area = rounded(volume / measure(floor, "thickness"));
        return { floor_id: floor.id, area, volume: rounded(volume), units: UNITS };
      },
    };
  },
});
