import { z } from "zod";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { fromMm } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { copied } from "../../../write/copy.ts";
import { created, duplicateWarnings } from "../../../write/create.ts";
import { hostedEvent } from "../../../write/host.ts";
import { CHANGED } from "../../answers.ts";

export const copyElement = defineChange({
  name: "copy_element",
  title: "Copy an element",
  description: [
    "Make an element once more, moved by delta or to to_location, on its own level or on to_level. Doors, windows and openings of a wall or floor are copied with it.",
    "A copy is not joined to anything. Refused where it would leave the model's bounds (1104) or its host (1101, 1103).",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    element_id: ElementId,
    delta: z.array(z.number()).min(2).max(3).optional().describe("[x, y] or [x, y, z] in mm"),
    to_location: z.array(z.number()).min(2).max(3).optional().describe("Where its first point is to lie, in mm"),
    to_level: z.string().max(200).optional().describe("The level it is to stand on"),
    ...WHERE,
  }),
  output: z.object({ new_id: z.string(), copied_ids: z.array(z.string()), ...CHANGED }),
  async plan({ element_id, delta, to_location, to_level }, where, building) {
    const element = await building.require(where, element_id);
    const copies = copied(building, where.state, element, {
      delta: delta?.map(fromMm),
      to: to_location?.map(fromMm),
      level: to_level?.toLowerCase(),
    });
    const [first] = copies;
    if (first === undefined) throw new TypeError("a copy made nothing");
    return {
      changes: new Map(copies.map((copy) => [copy.id, copy])),
      events: copies.flatMap((copy) => [created(copy, "copy"), ...hostedEvent(copy)]),
      warnings: duplicateWarnings(where, first),
      answer: () => ({ new_id: first.id, copied_ids: copies.map(({ id }) => id) }),
    };
  },
});
