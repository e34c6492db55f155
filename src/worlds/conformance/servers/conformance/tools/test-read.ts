import { z } from "zod";
import { defineTool, KernelError } from "../../../../../kernel/index.ts";
import type { Conformance } from "../../../conformance.ts";

export const testRead = defineTool({
  name: "test_read",
  title: "Read a note",
  description: "Read one note by the id that test_write returned. An unknown id is refused.",
  effect: "read",
  input: z.object({ id: z.string().describe("As returned by test_write") }),
  output: z.object({
    id: z.string(),
    text: z.string(),
    times: z.int().describe("How often this text was written"),
  }),
  run: async ({ id }, { notes }: Conformance) => {
    const note = await notes.find(id);
    if (note === undefined) throw new KernelError("not_found", "There is no such note", { id });
    return note;
  },
});
