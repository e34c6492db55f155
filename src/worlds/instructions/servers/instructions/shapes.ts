import { z } from "zod";

/** An entry in an answer. Authors may add fields of their own. */
export const Entry = z.looseObject({ id: z.string(), title: z.string() });

export const Skips = z
  .array(z.object({ file: z.string(), reason: z.string() }))
  .describe("Files that hold no usable entry, and why");

/** What a refusal in the contract's own shape says; the object form is that of every other failure. */
export const ErrorText = z.union([z.string(), z.looseObject({})]).optional();

export const Known = z
  .array(z.strictObject({ id: z.string(), sourceHash: z.string() }))
  .optional()
  .describe("What the client has: id and sourceHash of each entry");

export const Drift = z
  .object({
    missing: z.array(z.string()),
    changed: z.array(z.string()),
    extra: z.array(z.string()),
    drift: z.int(),
    problem: z.string().optional(),
  })
  .optional();

export const FeatureState = z.object({
  features: z.array(z.string()),
  counters: z.record(z.string(), z.int()),
  env: z.array(z.string()),
});

/** Which part of a list is wanted. */
export const PageInput = {
  offset: z.int().min(0).optional().describe("Where to go on: next_offset of the answer before"),
  limit: z.int().min(1).max(100_000).optional().describe("At most this many items"),
};

/** What a list says when there is more of it. */
export const PageOutput = { truncated: z.literal(true).optional(), next_offset: z.int().optional() };
