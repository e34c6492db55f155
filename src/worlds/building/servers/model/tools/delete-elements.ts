import { z } from "zod";
import { type Element, toJson } from "../../../model/element.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { ELEMENT_DELETED } from "../../../model/recorded.ts";
import { cascadeOf } from "../../../write/cascade.ts";
import { defineChange } from "../../../write/change.ts";
import { CHANGED } from "../../answers.ts";

export const deleteElements = defineChange({
  name: "delete_elements",
  title: "Delete elements",
  description: [
    "Delete elements with all that cannot be without them: doors, windows and openings of a wall, joins, results of booleans. The answer lists them; a rehearsal shows them first.",
    "A person approves it: the first call answers 1202 with an approval_id. Levels on which something stands are refused (1114).",
    "undo of its event brings everything back.",
  ].join("\n"),
  effect: "destructive",
  permission: "DELETE",
  input: z.object({ element_ids: z.array(ElementId).min(1).max(10_000), ...WHERE }),
  output: z.object({
    deleted_ids: z.array(z.string()),
    cascade_deleted: z.array(z.object({ id: z.string(), type: z.string(), because_of: z.string() })),
    ...CHANGED,
  }),
  async plan({ element_ids }, where, building) {
    const asked: Element[] = [];
    for (const id of new Set(element_ids.map((one) => one.toLowerCase())))
      asked.push(await building.require(where, id));
    const { groups, all } = cascadeOf(where.state, asked);
    return {
      changes: new Map([...all.keys()].map((id) => [id, null])),
      events: groups.map(({ element, cascade }) => ({
        kind: ELEMENT_DELETED,
        aggregate_id: element.id,
        payload: { element: toJson(element), cascadeDeleted: cascade.map(toJson) },
        about: [element.id, ...cascade.map(({ id }) => id)],
      })),
      answer: () => ({
        deleted_ids: asked.map(({ id }) => id),
        cascade_deleted: groups.flatMap(({ element, cascade }) =>
          cascade.map(({ id, type }) => ({ id, type, because_of: element.id })),
        ),
      }),
    };
  },
});
