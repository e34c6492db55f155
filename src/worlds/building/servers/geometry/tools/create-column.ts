import { z } from "zod";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { columnRange } from "../../../model/shape/frame.ts";
import { rounded, toMm } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { created, duplicateWarnings, newElement } from "../../../write/create.ts";
import { CHANGED, UNITS, Units } from "../../answers.ts";

export const createColumn = defineChange({
  name: "create_column",
  title: "Create a column",
  description: [
    "Stand a column from one level to a higher one.",
    "The profile is rectangular, circular, I, H, T or L, in mm; a wrong one is refused (1009), as are levels in the wrong order (1003).",
    "When a level is moved, its columns follow.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    ...argumentsOf("column", ["location", "base_level", "top_level", "profile"], { rotation: 0 }, [
      "material",
      "fire_protection",
      "name",
    ]),
    ...WHERE,
  }),
  output: z.object({ column_id: z.string(), height: z.number(), volume: z.number(), units: Units, ...CHANGED }),
  plan(input, where, building) {
    const column = newElement(building, "column", input);
    return {
      changes: new Map([[column.id, column]]),
      events: [created(column)],
      warnings: duplicateWarnings(where, column),
      answer: ({ solidOf, state }) => {
        const [base, top] = columnRange(state, column);
        return {
          column_id: column.id,
          height: toMm(top - base),
          volume: rounded(solidOf(column).volume),
          units: UNITS,
        };
      },
    };
  },
});
