import { z } from "zod";

/** What every check tells besides its own. */
export const CHECKED = {
  validation_run_id: z.string().nullable().describe("The run in the log; null for a rehearsal"),
  model_id: z.string().nullable(),
  branch_id: z.string().nullable(),
  model_version: z.int().nullable().describe("Place of the last event on its branch: what was checked"),
};
