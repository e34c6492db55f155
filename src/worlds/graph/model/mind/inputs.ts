import { z } from "zod";

/** The graph has one state for all sessions; the contract lets a caller name one all the same. */
export const AnySession = z
  .string()
  .max(200)
  .optional()
  .describe("Taken for compatibility: the graph has one state for all sessions");

/** One number for each space, in order. */
export const Thirteen = z.array(z.number()).length(13);
export const ThirteenLabels = z.array(z.string()).length(13);
