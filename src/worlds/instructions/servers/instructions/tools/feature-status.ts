import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { FEATURES } from "../../../model/features.ts";
import { spelledAs } from "../../../model/methods.ts";
import { FeatureState } from "../shapes.ts";

/** Which flags are on and what they mean. */
export const featureStatus = defineTool({
  name: "feature_status",
  title: "Feature status",
  description: [
    "Which flags of INDEX_FEATURES are on, what each flag means, and how often what they gate was used in this process.",
    "`unknown` names flags that do not exist: the operator has probably misspelt them. Changes nothing.",
  ].join("\n"),
  effect: "read",
  ...spelledAs("feature_status"),
  input: z.object({}),
  output: FeatureState.extend({
    unknown: z.array(z.string()),
    meanings: z.record(z.string(), z.string()),
  }),
  run: (_input, { features }: Instructions) => ({
    ...features.status(),
    unknown: [...features.unknown],
    meanings: { ...FEATURES },
  }),
});
