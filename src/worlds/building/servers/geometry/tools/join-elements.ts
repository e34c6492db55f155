import { z } from "zod";
import { toJson } from "../../../model/element.ts";
import { ElementId, WHERE } from "../../../model/parameters/inputs.ts";
import { ELEMENTS_JOINED } from "../../../model/recorded.ts";
import { defineChange } from "../../../write/change.ts";
import { newElement } from "../../../write/create.ts";
import { CHANGED } from "../../answers.ts";

export const joinElements = defineChange({
  name: "join_elements",
  title: "Join elements",
  description: [
    "Let walls that meet be cut to each other: mitred at a corner, or butted, where the first named runs through. auto mitres corners and butts a wall that ends against another's side.",
    "Elements that do not meet, are joined already or are named twice are refused (1108), walls that would end against each other in a circle too (1109).",
    "Other elements that touch may be joined as well: it is kept that they belong together, and their shape stays. Delete the join to part them.",
  ].join("\n"),
  permission: "CREATE",
  input: z.object({
    element_ids: z.array(ElementId).min(2).max(50).describe("Who is joined; at a butt the first runs through"),
    join_type: z.enum(["auto", "miter", "butt"]).default("auto"),
    ...WHERE,
  }),
  output: z.object({ join_id: z.string(), ...CHANGED }),
  async plan(input, where, building) {
    for (const id of input.element_ids) await building.require(where, id);
    const join = newElement(building, "join", input);
    return {
      changes: new Map([[join.id, join]]),
      events: [{ kind: ELEMENTS_JOINED, aggregate_id: join.id, payload: { element: toJson(join), source: "tool" } }],
      answer: () => ({ join_id: join.id }),
    };
  },
});
