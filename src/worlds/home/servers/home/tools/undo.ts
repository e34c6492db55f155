import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Home } from "../../../home.ts";
import { undo as takeBack } from "../../../write/undo.ts";

export const undo = defineTool({
  name: "undo",
  title: "Undo",
  description: [
    "Take back your own last write that still stands, or the one that an event_id of yours belongs to: a remember, correct or forget, or an undo.",
    "Everything is then as it was before it. The log keeps both. not_found: no such entry is yours.",
  ].join("\n"),
  effect: "destructive",
  permission: "MODIFY",
  input: z.object({
    event_id: z.string().min(1).max(100).optional().describe("As correct, forget or changes told it"),
  }),
  output: z.object({
    event_id: z.string().describe("The entry that the undoing left"),
    undone: z.array(z.object({ server: z.string(), tool: z.string(), event_id: z.string() })),
  }),
  run: ({ event_id }, home: Home) => takeBack(home, event_id),
});
