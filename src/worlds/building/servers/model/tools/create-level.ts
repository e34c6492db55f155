import { z } from "zod";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { defineChange } from "../../../write/change.ts";
import { created, newElement } from "../../../write/create.ts";
import { CHANGED } from "../../answers.ts";

export const createLevel = defineChange({
  name: "create_level",
  title: "Create a level",
  description: [
    "Add a storey: a horizontal plane at a height, on which walls, floors, rooms and stairs stand.",
    "To raise or lower it later with all that stands on it, use modify_parameter of the server geometry.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({ ...argumentsOf("level", ["name", "elevation"], { height: 3000 }), ...WHERE }),
  output: z.object({ level_id: z.string(), ...CHANGED }),
  plan(input, { state }, building) {
    const level = newElement(building, "level", input);
    const isTaken = state.ofType("level").some(({ parameters }) => parameters.elevation === level.parameters.elevation);
    return {
      changes: new Map([[level.id, level]]),
      events: [created(level)],
      warnings: isTaken ? ["There is another level at this height."] : [],
      answer: () => ({ level_id: level.id }),
    };
  },
});
