import { z } from "zod";
import { measure } from "../../../model/element.ts";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { rounded, toMm } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { created, duplicateWarnings, newElement } from "../../../write/create.ts";
import { CHANGED, UNITS, Units } from "../../answers.ts";

/** A stair that ends this far from its level is told. */
const MISMATCH_MM = 1;

export const createStair = defineChange({
  name: "create_stair",
  title: "Create a stair",
  description: [
    "Build a stair of equal risers from a level up: straight, with a landing (L or U), spiral or curved. location is the middle of its first riser, direction where it leads, in degrees from the x axis.",
    "The last riser is the edge of the floor it leads to. Where that is not the height of top_level, a warning says by how much.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    ...argumentsOf(
      "stair",
      ["location", "base_level", "risers", "riser_height"],
      { tread_depth: 280, width: 1200, direction: 0, stair_type: "straight", turn: "left" },
      ["top_level", "has_handrails", "is_enclosed", "headroom", "name"],
    ),
    ...WHERE,
  }),
  output: z.object({ stair_id: z.string(), rise: z.number(), volume: z.number(), units: Units, ...CHANGED }),
  plan(input, where, building) {
    const stair = newElement(building, "stair", input);
    const rise = toMm(measure(stair, "risers") * measure(stair, "riser_height"));
    const [base, top] = ["base_level", "top_level"].map((name) => where.state.get(String(stair.parameters[name])));
    const due =
      base?.type === "level" && top?.type === "level"
        ? toMm(measure(top, "elevation") - measure(base, "elevation"))
        : rise;
    const isOff = Math.abs(due - rise) > MISMATCH_MM;
    return {
      changes: new Map([[stair.id, stair]]),
      events: [created(stair)],
      warnings: [
        ...(isOff ? [`It rises ${rise} mm, and the levels are ${due} mm apart.`] : []),
        ...duplicateWarnings(where, stair),
      ],
      answer: ({ solidOf }) => ({ stair_id: stair.id, rise, volume: rounded(solidOf(stair).volume), units: UNITS }),
    };
  },
});
