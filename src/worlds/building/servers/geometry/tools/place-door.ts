import { z } from "zod";
import { argumentsOf, WHERE } from "../../../model/parameters/inputs.ts";
import { defineChange } from "../../../write/change.ts";
import { newElement } from "../../../write/create.ts";
import { hosted, requireHost } from "../../../write/host.ts";
import { CHANGED } from "../../answers.ts";

export const placeDoor = defineChange({
  name: "place_door",
  title: "Place a door",
  description: [
    "Put a door into a wall; it cuts its own opening. offset is from the wall's start to the door's near edge.",
    "Refused where it does not fit into its wall (1101), overlaps another opening (1103) or the wall is not there (1102).",
    "It moves with its wall, and is deleted with it.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    ...argumentsOf("door", ["wall_id", "offset"], { width: 900, height: 2100, door_type: "single", swing: "left" }, [
      "open_direction",
      "fire_rating",
      "is_accessible",
      "clear_width",
      "frame_width",
      "leaf_thickness",
      "name",
    ]),
    ...WHERE,
  }),
  output: z.object({ door_id: z.string(), wall_id: z.string(), ...CHANGED }),
  async plan(input: Record<string, unknown>, where, building) {
    const wall = await requireHost(building, where, String(input.wall_id), ["wall"]);
    const door = newElement(building, "door", input);
    return { ...hosted(door, wall), answer: () => ({ door_id: door.id, wall_id: wall.id }) };
  },
});
