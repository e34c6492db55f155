import { z } from "zod";
import { refuse } from "../../../model/codes.ts";
import type { Element } from "../../../model/element.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { fromMm } from "../../../model/units.ts";
import { defineChange } from "../../../write/change.ts";
import { modified } from "../../../write/modify.ts";
import { movedBy, movesWith } from "../../../write/move.ts";
import { CHANGED } from "../../answers.ts";

export const moveElement = defineChange({
  name: "move_element",
  title: "Move elements",
  description: [
    "Move one element, or several at once, by a distance in mm. What hangs on it moves with it; a door or a window moves along its wall.",
    "Refused where it would leave the model's bounds (1104), its host (1113) or those it is joined to (1108): move joined walls together.",
  ].join("\n"),
  permission: "MODIFY",
  input: z.object({
    element_id: ElementId.optional(),
    element_ids: z.array(ElementId).min(1).max(10_000).optional().describe("Several, instead of element_id"),
    delta: z.array(z.number()).min(2).max(3).describe("[x, y] or [x, y, z] in mm"),
    ...WHERE,
  }),
  output: z.object({ moved_ids: z.array(z.string()), ...CHANGED }),
  async plan({ element_id, element_ids = [], delta }, where, building) {
    const ids = [...new Set([...(element_id === undefined ? [] : [element_id]), ...element_ids])];
    if (ids.length === 0) {
      throw refuse("missing_parameter", "Say what is moved: element_id, or element_ids for several", {
        argument: "element_id",
      });
    }
    const elements: Element[] = [];
    for (const id of ids) elements.push(await building.require(where, id));
    const by = [fromMm(delta[0] ?? 0), fromMm(delta[1] ?? 0), fromMm(delta[2] ?? 0)] as const;
    const all = movesWith(where.state, elements);
    const changes = all.map((element) => modified(element, movedBy(where.state, element, by, all)));
    return {
      changes: new Map(changes.map(({ after }) => [after.id, after])),
      events: changes.map(({ event }) => event),
      answer: () => ({ moved_ids: elements.map(({ id }) => id) }),
    };
  },
});
