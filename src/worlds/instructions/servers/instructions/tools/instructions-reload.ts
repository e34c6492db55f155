import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { MUTATION } from "../../../model/mutation.ts";
import { beginWrite } from "../../../write/make-changes.ts";

/** Forgets what is in memory and reads the folder again. */
export const instructionsReload = defineTool({
  name: "instructions_reload",
  title: "Reload the catalog",
  description: [
    "Forgets the catalog in memory and reads every file again. Changes of files are noticed at each call by themselves,",
    "so this is for when you doubt that. Needs mutation to be enabled. To learn what changed use instructions_diff.",
  ].join("\n"),
  effect: "write",
  requires: [MUTATION],
  idempotent: true,
  ...spelledAs("instructions_reload"),
  input: z.object({}),
  output: z.object({ reloaded: z.literal(true), hash: z.string(), count: z.int() }),
  async run(_input, instructions: Instructions) {
    instructions.catalog.forget();
    const entries = await beginWrite(instructions);
    return { reloaded: true, hash: entries.hash(), count: entries.all().length };
  },
});
