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
    case "invalid_type":
      return `it must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `it must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}`;
    case "too_small":
      return `it must ${issue.origin === "string" || issue.origin === "array" ? "hold at least" : "be at least"} ${issue.minimum}`;
    case "too_big":
      return `it must ${issue.origin === "string" || issue.origin === "array" ? "hold at most" : "be at most"} ${issue.maximum}`;
    case "invalid_format":
      return issue.format === "url" ? "it must be an address such as https://example.com" : issue.message;
    case "unrecognized_keys":
      return `there is no setting ${issue.keys.join(", ")}`;
    case "invalid_union":
      return "it fits none of the forms it may have";
    default:
      return issue?.message ?? "it is not understood";
  }
}
