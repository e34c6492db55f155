import { z } from "zod";
import { AFFORDANCES } from "../../../model/words.ts";
import { defineAffordance } from "../affordance.ts";

export const describeWorld = defineAffordance({
  name: "describe_world",
  title: "Describe the world",
  description: "Returns the purpose, boundaries, prohibitions, and requirements of the Open Notebook world",
  input: z.object({}),
  output: z.object({
    world: z.object({
      name: z.string(),
      type: z.string(),
      authority_level: z.string(),
      mutation: z.string(),
      persistence: z.string(),
    }),
    purpose: z.array(z.string()),
    boundaries: z.object({ scope: z.string(), reasoning: z.string(), learning: z.string(), decisions: z.string() }),
    available_affordances: z.array(z.string()),
    citation_requirements: z.object({
      passages_must_quote: z.boolean(),
      artifacts_must_disclaim: z.boolean(),
      synthesis_must_label: z.boolean(),
    }),
    provenance_available: z.boolean(),
  }),
  run: () => ({
    value: {
      world: {
        name: "Open Notebook",
        type: "read-only knowledge jurisdiction",
        authority_level: "none",
        mutation: "forbidden",
        persistence: "external only (artifacts, vectors)",
      },
      purpose: [
        "preserve human-authored cognition",
        "enable safe inspection and retrieval",
        "prevent ungoverned synthesis",
      ],
      boundaries: {
        scope: "previously authored notebooks and derived artifacts only",
        reasoning: "forbidden",
        learning: "forbidden",
        decisions: "forbidden",
      },
      available_affordances: [...AFFORDANCES],
      citation_requirements: {
        passages_must_quote: true,
        artifacts_must_disclaim: true,
        synthesis_must_label: true,
      },
      provenance_available: true,
    },
  }),
});
