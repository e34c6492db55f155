import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { FeatureState } from "../shapes.ts";

/** What was measured in this process. */
export const metricsSnapshot = defineTool({
  name: "metrics_snapshot",
  title: "Metrics",
  description: [
    "How often each method of this server ran in this process and how long it took, with the state of the features.",
    "Numbers begin anew with the process. For the use of instructions see usage_hotset.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("metrics_snapshot"),
  input: z.object({}),
  output: z.object({
    generatedAt: z.string(),
    methods: z.array(z.object({ method: z.string(), count: z.int(), avgMs: z.number(), maxMs: z.number() })),
    features: FeatureState,
  }),
  run: (_input, { scope, timings, features }: Instructions) => ({
    generatedAt: new Date(scope.env.now()).toISOString(),
    methods: timings.list(),
    features: features.status(),
  }),
});
