import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import type { Instructions } from "../../../instructions.ts";
import { spelledAs } from "../../../model/methods.ts";
import { PROMPT_RULES_FILE } from "../../../model/names.ts";
import { reviewPrompt } from "../../../model/review/review-prompt.ts";
import { ErrorText } from "../shapes.ts";

/** Holds a prompt against rules. */
export const promptReview = defineTool({
  name: "prompt_review",
  title: "Review a prompt",
  description: [
    "Checks a prompt or an instruction you wrote against rules: secrets in it, vague words, things it should name.",
    "Use it before instructions_add. Each issue names its rule and severity; none means no rule objects, not that the",
    "prompt is good. At most 10 240 bytes: a longer one answers `truncated: true` and is not looked at, so send parts.",
    "prompt-rules.json in the instructions folder replaces the rules.",
  ].join("\n"),
  effect: "read",
  acceptsNul: true,
  ...spelledAs("prompt_review"),
  input: z.object({ prompt: z.string() }),
  output: z.object({
    issues: z
      .array(
        z.object({
          ruleId: z.string(),
          severity: z.string(),
          description: z.string(),
          match: z.string().optional(),
        }),
      )
      .optional(),
    summary: z.object({ counts: z.record(z.string(), z.int()), highestSeverity: z.string().optional() }).optional(),
    length: z.int().optional(),
    skippedRules: z.array(z.looseObject({})).optional(),
    truncated: z.literal(true).optional(),
    message: z.string().optional(),
    max: z.int().optional(),
    error: ErrorText,
  }),
  run({ prompt }, instructions: Instructions) {
    const rules = instructions.catalog.read(PROMPT_RULES_FILE);
    if (rules !== undefined && "reason" in rules) return { error: `${PROMPT_RULES_FILE}: ${rules.reason}` };
    return reviewPrompt(prompt, rules);
  },
});
