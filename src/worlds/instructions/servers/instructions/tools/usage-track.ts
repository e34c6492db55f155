import { z } from "zod";
import { defineTool, KernelError } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { trackUsage } from "../../../write/track-usage.ts";

const Used = z.object({ id: z.string(), usageCount: z.int(), firstSeenTs: z.string(), lastUsedAt: z.string() });

/** Counts that an instruction was used. */
export const usageTrack = defineTool({
  name: "usage_track",
  title: "Track usage",
  description: [
    "Counts that an instruction was used: call it when one has really guided your work, not when you only listed it.",
    "Give `id`, or for several at once `ids` or `events: [{id, count}]`. `notFound` means there is no such entry.",
    "`featureDisabled: true` means nobody wants counts here: do not call again. usage_hotset shows the counts.",
  ].join("\n"),
  effect: "write",
  // A count is no entry of the log by which it could be seen what was touched.
  touches: () => ({}),
  ...spelledAs("usage_track"),
  input: z.object({
    id: z.string().optional(),
    ids: z.array(z.string()).min(1).max(1000).optional(),
    events: z
      .array(z.strictObject({ id: z.string(), count: z.int().min(1).max(1_000_000).optional() }))
      .min(1)
      .max(1000)
      .optional(),
  }),
  output: z.object({
    ...Used.partial().shape,
    notFound: z.union([z.literal(true), z.array(z.string())]).optional(),
    tracked: z.array(Used).optional(),
    featureDisabled: z.literal(true).optional(),
  }),
  async run({ id, ids, events }, instructions: Instructions) {
    if ([id, ids, events].filter((given) => given !== undefined).length !== 1) {
      throw new KernelError("invalid_arguments", "Give one of id, ids and events", { missing: "id" });
    }
    if (!instructions.features.has("usage")) {
      instructions.features.count("usage:gated");
      return { featureDisabled: true };
    }
    const uses = events ?? (ids ?? [id as string]).map((one) => ({ id: one, count: 1 }));
    const { tracked, notFound } = await trackUsage(instructions, uses);
    if (id === undefined) return { tracked, notFound };
    return tracked[0] ?? { notFound: true };
  },
});
