import { z } from "zod";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { areaOf } from "../../../model/shape/polygon.ts";
import { roofOutline, roofSurface } from "../../../model/shape/roof.ts";
import { rounded } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { created, duplicateWarnings, newElement, withLevel } from "../../../write/create.ts";
import { CHANGED, UNITS, Units } from "../../answers.ts";

export const createRoof = defineChange({
  name: "create_roof",
  title: "Create a roof",
  description: [
    "Cover an outline with a flat, shed, gable, hip, mansard or gambrel roof. A shed rises from its first edge, a gable from its longest edge and the one across.",
    "base_elevation is the height of its eaves above the model's zero; else they lie at its level. Sloped roofs need a convex outline (1115).",
    "Slope is in degrees; a flat roof has none.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    ...argumentsOf("roof", ["boundary_points"], { slope: 0, thickness: 250, roof_type: "flat", overhang: 300 }, [
      "base_elevation",
      "material",
      "level_id",
      "name",
    ]),
    ...WHERE,
  }),
  output: z.object({
    roof_id: z.string(),
    footprint_area: z.number().describe("With the overhang"),
    surface_area: z.number().describe("What faces the sky"),
    volume: z.number(),
    units: Units,
    ...CHANGED,
  }),
  plan(input: Record<string, unknown>, where, building) {
    const { given, warnings } = withLevel(where, input);
    const roof = newElement(building, "roof", given);
    const isSlopeless = input.roof_type === "flat" && input.slope !== 0;
    return {
      changes: new Map([[roof.id, roof]]),
      events: [created(roof)],
      warnings: [
        ...(input.base_elevation === undefined ? warnings : []),
        ...(isSlopeless ? ["A flat roof is made without a slope; name a roof_type to have one."] : []),
        ...duplicateWarnings(where, roof),
      ],
      answer: ({ solidOf }) => ({
        roof_id: roof.id,
        footprint_area: rounded(areaOf(roofOutline(roof))),
        surface_area: rounded(roofSurface(roof)),
        volume: rounded(solidOf(roof).volume),
        units: UNITS,
      }),
    };
  },
});
