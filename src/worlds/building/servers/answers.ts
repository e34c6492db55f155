import { z } from "zod";

/** What every change tells besides its own. Lengths in mm, areas in m², volumes in m³. */
export const CHANGED = {
  model_id: z.string(),
  branch_id: z.string(),
  model_version: z.int().describe("Place of the last event on its branch"),
  affected_ids: z
    .array(z.string())
    .describe("Elements that are made, changed or gone, or whose geometry or place is another now; the first 50"),
  affected_count: z.int(),
};

export const Units = z.object({ length: z.string(), area: z.string(), volume: z.string() });

export const UNITS = { length: "mm", area: "m2", volume: "m3" } as const;
