import { rankOf, readRules, type Severity, type SkippedRule } from "./rules.ts";

/** The longest prompt that is looked at, in UTF-8. */
const PROMPT_BYTES_MAX = 10_240;

export interface PromptIssue {
  readonly ruleId: string;
  readonly severity: Severity;
  readonly description: string;
  /** The text a pattern found; absent where something is missing instead. */
  readonly match?: string;
}

export interface PromptReview {
  readonly issues: readonly PromptIssue[];
  readonly summary: { readonly counts: Readonly<Record<Severity, number>>; readonly highestSeverity?: Severity };
  /** Characters that were looked at. */
  readonly length: number;
  /** Rules of the file that could not be used; absent where all were. */
  readonly skippedRules?: readonly SkippedRule[];
}

export type ReviewOutcome =
  | PromptReview
  | { readonly truncated: true; readonly message: string; readonly max: number }
  | { readonly error: string };

/** Holds a prompt against the rules. Time is bounded by its length, whatever the rules say. */
export async function reviewPrompt(
  prompt: string,
  rulesFile: { readonly text: string } | undefined,
): Promise<ReviewOutcome> {
  if (Buffer.byteLength(prompt, "utf8") > PROMPT_BYTES_MAX)
    return { truncated: true, message: `The prompt is longer than ${PROMPT_BYTES_MAX} bytes`, max: PROMPT_BYTES_MAX };
  const read = await readRules(rulesFile);
  if ("error" in read) return read;
  const text = prompt.replaceAll("\0", "");
  const issues = read.rules.flatMap(({ ruleId, severity, description, objection }) => {
    const found = objection(text);
    return found === undefined ? [] : [{ ruleId, severity, description, ...found }];
  });
  return {
    issues,
    summary: summarize(issues),
    length: text.length,
    ...(read.skipped.length > 0 && { skippedRules: read.skipped }),
  };
}

function summarize(issues: readonly PromptIssue[]): PromptReview["summary"] {
  const counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  let highestSeverity: Severity | undefined;
  for (const { severity } of issues) {
    counts[severity] += 1;
    if (highestSeverity === undefined || rankOf(severity) > rankOf(highestSeverity)) highestSeverity = severity;
  }
  return { counts, ...(highestSeverity !== undefined && { highestSeverity }) };
}
