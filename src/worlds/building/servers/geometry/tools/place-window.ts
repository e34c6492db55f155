import { z } from "zod";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { defineChange } from "../../../write/change.ts";
import { newElement } from "../../../write/create.ts";
import { hosted, requireHost } from "../../../write/host.ts";
import { CHANGED } from "../../answers.ts";

export const placeWindow = defineChange({
  name: "place_window",
  title: "Place a window",
  description: [
    "Put a window into a wall; it cuts its own opening. offset is from the wall's start to the window's near edge, sill_height from the wall's foot.",
    "Refused where it does not fit into its wall (1101), overlaps another opening (1103) or the wall is not there (1102).",
    "It moves with its wall, and is deleted with it.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    ...argumentsOf(
      "window",
      ["wall_id", "offset"],
      { width: 1200, height: 1000, sill_height: 900, window_type: "fixed" },
      ["glass_type", "u_value", "operable", "name"],
    ),
    ...WHERE,
  }),
  output: z.object({ window_id: z.string(), wall_id: z.string(), ...CHANGED }),
  async plan(input: Record<string, unknown>, where, building) {
    const wall = await requireHost(building, where, String(input.wall_id), ["wall"]);
    const window = newElement(building, "window", input);
    return { ...hosted(window, wall), answer: () => ({ window_id: window.id, wall_id: wall.id }) };
  },
});
