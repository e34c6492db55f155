import type { z } from "zod";

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** What is wrong with a value, for whoever wrote it: our words, which a schema may overrule with its own. */
export function issueWords(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case "unrecognized_keys":
      return `there is no setting ${issue.keys.join(", ")}`;
    case "invalid_union":
      return "it fits none of the forms it may have";
    default: {
      const need = issue === undefined ? undefined : needOf(issue);
      return need === undefined ? (issue?.message ?? "it is not understood") : `it ${need}`;
    }
  }
}

/** The same of an argument, as its schema asks for it: what a schema says itself comes before this. */
export function argumentWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== "unrecognized_keys") return "is missing";
  return needOf(issue) ?? "fits none of the forms it may have";
}

type SaidIssue = z.core.$ZodIssue | z.core.$ZodRawIssue;

function needOf(issue: SaidIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
    case "too_small":
      return `must ${isHolding(issue.origin) ? "hold at least" : "be at least"} ${issue.minimum}`;
    case "too_big":
      return `must ${isHolding(issue.origin) ? "hold at most" : "be at most"} ${issue.maximum}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return FORMATS[issue.format];
    default:
      return undefined;
  }
}

const FORMATS: Readonly<Record<string, string>> = { url: "must be an address such as https://example.com" };

function isHolding(origin: string): boolean {
  return origin === "string" || origin === "array";
}
