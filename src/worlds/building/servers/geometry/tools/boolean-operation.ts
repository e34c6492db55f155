import { z } from "zod";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { rounded } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { created, newElement } from "../../../write/create.ts";
import { CHANGED, UNITS, Units } from "../../answers.ts";

export const booleanOperation = defineChange({
  name: "boolean_operation",
  title: "Combine two elements",
  description: [
    "Make a solid of two: their union, the first less the second, or what both share. The result follows its operands when they change.",
    "union and intersect do not depend on the order, subtract does. Nothing left is refused (1111), as are elements of two branches (1107).",
    "The two are taken up into the result unless keep_operands is true.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    element_a: ElementId.describe("The first element"),
    element_b: ElementId.describe("The second element"),
    operation: z.enum(["union", "subtract", "intersect"]),
    keep_operands: z.boolean().default(false).describe("Whether the two also stay by themselves"),
    ...WHERE,
  }),
  output: z.object({ result_id: z.string(), volume: z.number(), area: z.number(), units: Units, ...CHANGED }),
  async plan(input, where, building) {
    const [a, b] = [await building.require(where, input.element_a), await building.require(where, input.element_b)];
    const result = newElement(building, "boolean", { ...input, element_a: a.id, element_b: b.id });
    return {
      changes: new Map([[result.id, result]]),
      events: [created(result)],
      answer: ({ solidOf }) => {
        const { volume, area } = solidOf(result);
        return { result_id: result.id, volume: rounded(volume), area: rounded(area), units: UNITS };
      },
    };
  },
});
