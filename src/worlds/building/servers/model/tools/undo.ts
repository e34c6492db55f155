import { z } from "zod";
import { WHERE } from "../../../model/parameters/inputs.ts";
import { UNDO_APPLIED } from "../../../model/recorded.ts";
import { defineChange } from "../../../write/change.ts";
import { planUndo } from "../../../write/undo.ts";
import { CHANGED } from "../../answers.ts";

export const undo = defineChange({
  name: "undo",
  title: "Undo a change",
  description: [
    "Take back what one call did to elements: the last on the branch, or the one an event_id belongs to. It is an event itself, so nothing is lost; undoing an undo does the change again.",
    "Refused where the same elements were changed since (1303), or something made since needs what would go (1114).",
  ].join("\n"),
  permission: "MODIFY",
  input: z.object({ event_id: z.string().min(1).max(200).optional(), ...WHERE }),
  output: z.object({ undone: z.array(z.string()).describe("Ids of the events that no longer hold"), ...CHANGED }),
  async plan({ event_id }, where, building) {
    const { changes, recorded, undone, redone } = await planUndo(building, where, event_id?.toLowerCase());
    return {
      changes,
      events: [
        {
          kind: UNDO_APPLIED,
          aggregate_id: undone[0] ?? "",
          payload: { undone, redone, changes: recorded },
          about: [...changes.keys()],
        },
      ],
      answer: () => ({ undone }),
    };
  },
});
