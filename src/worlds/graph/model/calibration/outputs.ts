import { z } from "zod";
import { DOMAINS } from "./thresholds.ts";

/** Numbers are null where nothing was judged yet. */
export const Metrics = z.object({
  ece: z.number().nullable(),
  mce: z.number().nullable(),
  brier: z.number().nullable(),
  sample_count: z.int(),
  status: z.string(),
});

export const DriftScores = z.record(z.string(), z.number());

export const DomainInput = z.string().default("General").describe(DOMAINS.join(", "));
