import { z } from "zod";
import { defineTool, KernelError } from "../../../../../kernel/index.ts";
import { sum } from "../../../files/usage-tracker.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../shapes.ts";

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
  async run({ id, ids, events }, deps: Instructions) {
    if ([id, ids, events].filter((given) => given !== undefined).length !== 1) {
      throw new KernelError("invalid_arguments", "Give one of id, ids and events", { missing: "id" });
    }
    if (!deps.features.has("usage")) {
      deps.features.count("usage:gated");
      return { featureDisabled: true };
    }
    const uses = events ?? (ids ?? [id as string]).map((one) => ({ id: one, count: 1 }));
    const { tracked, notFound } = await track(uses, deps);
    if (id === undefined) return { tracked, notFound };
    return tracked[0] ?? { notFound: true };
  },
});

async function track(uses: readonly { id: string; count?: number | undefined }[], deps: Instructions) {
  const { scope, usage, features } = deps;
  const entries = await deps.current();
  const known = uses.filter((use) => entries.get(use.id) !== undefined);
  const tracked: z.output<typeof Used>[] = [];
  let isFirst = false;
  for (const { id, count = 1 } of known) {
    const before = usage.of(id);
    const use = usage.used(count, scope.env.now());
    const { usageCount, firstSeenTs, lastUsedAt } = sum(before, use);
    tracked.push({ id, usageCount, firstSeenTs, lastUsedAt });
    isFirst ||= before === undefined;
    if (!scope.dryRun) usage.keep(id, use);
  }
  if (!scope.dryRun && known.length > 0) {
    features.count("propertyUpdate:usage", known.length);
    // A first use is kept at once: it tells since when an entry is in use.
    if (isFirst) await usage.flush(scope.env);
    else {
      usage.flushLater(scope.env, scope.derive).catch((error) => {
        scope.log.error({ cause: String(error) }, "usage counts could not be written; they are kept for the next time");
      });
    }
  }
  return { tracked, notFound: uses.filter((use) => entries.get(use.id) === undefined).map((use) => use.id) };
}
