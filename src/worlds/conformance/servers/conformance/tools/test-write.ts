import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Conformance } from "../../../conformance.ts";
import { NOTE_WRITTEN, noteId } from "../../../model/note.ts";

export const testWrite = defineTool({
  name: "test_write",
  title: "Write a note",
  description: [
    "Append one note to the log. The same text again counts once more under the same id.",
    "A failure means that nothing was written. To look at a note, use test_read.",
  ].join("\n"),
  effect: "write",
  input: z.object({ text: z.string().describe("What to write down") }),
  output: z.object({
    event_id: z.string().describe("The entry of the log"),
    seq: z.int().describe("Its place in the log"),
    id: z.string().describe("The note: SHA-256 of its text"),
  }),
  run: async ({ text }, { record }: Conformance) => {
    const event = await record({ kind: NOTE_WRITTEN, payload: { text } });
    return { event_id: event.id, seq: event.seq, id: noteId(text) };
  },
});
