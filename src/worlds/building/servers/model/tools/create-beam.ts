import { z } from "zod";
import { measure } from "../../../model/element.ts";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { spanOf } from "../../../model/shape/frame.ts";
import { lengthOf } from "../../../model/shape/vectors.ts";
import { rounded, toMm } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { created, duplicateWarnings, newElement, withLevel } from "../../../write/create.ts";
import { CHANGED, UNITS, Units } from "../../answers.ts";

export const createBeam = defineChange({
  name: "create_beam",
  title: "Create a beam",
  description: [
    "Lay a straight beam from start to end. Its top lies `elevation` above its level; left out, at the top of the storey.",
    "The profile is rectangular, circular, I, H, T or L, in mm; a wrong one is refused (1009).",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    ...argumentsOf("beam", ["start", "end", "profile"], {}, [
      "elevation",
      "material",
      "fire_protection",
      "level_id",
      "name",
    ]),
    ...WHERE,
  }),
  output: z.object({ beam_id: z.string(), span: z.number(), volume: z.number(), units: Units, ...CHANGED }),
  plan(input, where, building) {
    const { given, warnings } = withLevel(where, input);
    const level = where.state.get(String(given.level_id).toLowerCase());
    const storey = level?.type === "level" ? toMm(measure(level, "height")) : 0;
    const beam = newElement(building, "beam", { elevation: storey, ...given });
    return {
      changes: new Map([[beam.id, beam]]),
      events: [created(beam)],
      warnings: [...warnings, ...duplicateWarnings(where, beam)],
      answer: ({ solidOf }) => ({
        beam_id: beam.id,
        span: toMm(lengthOf(spanOf(beam))),
        volume: rounded(solidOf(beam).volume),
        units: UNITS,
      }),
    };
  },
});
