import type { z } from "zod";
import { InvalidArguments, type Problem } from "../invalid-arguments.ts";
import { argumentWords } from "../issue-words.ts";
import { isJsonObject } from "../json.ts";
import type { BoundTool } from "./registry.ts";
import { ownInput } from "./write-arguments.ts";

type Issue = z.core.$ZodIssue;

/** Turns unknown arguments into the tool's typed input, or names every problem at once. */
export function parseArguments(bound: BoundTool, given: unknown): unknown {
  const args = given ?? {};
  if (!isJsonObject(args)) throw refusal(bound, args, [notAnObject(args)]);
  const parsed = bound.input.safeParse(args, { error: argumentWords });
  const withNul = bound.tool.acceptsNul || !containsNul(args) ? [] : pathsWithNul(args, []);
  if (!parsed.success || withNul.length > 0) {
    throw refusal(bound, args, [...(parsed.error?.issues ?? []), ...withNul.map(nulAt)]);
  }
  return ownInput(bound, parsed.data);
}

function refusal({ input }: BoundTool, args: unknown, issues: readonly Issue[]): InvalidArguments {
  return new InvalidArguments(issues.flatMap(toProblems), { issues, args, input });
}

function notAnObject(input: unknown): Issue {
  return { code: "invalid_type", expected: "object", path: [], message: "arguments must be an object", input };
}

function nulAt(path: readonly PropertyKey[]): Issue {
  return { code: "custom", path: [...path], message: NO_NUL, input: undefined };
}

function toProblems(issue: Issue): Problem[] {
  const path = pathText(issue.path);
  // Foreign keys are named by their path; the message stays our own words.
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: path === "" ? key : `${path}.${key}`,
      message: "is not an argument here",
    }));
  }
  return [{ path, message: issue.message }];
}

function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : `${text}${text === "" ? "" : "."}${String(part)}`),
    "",
  );
}

const NO_NUL = "must not contain a NUL character";

/** Almost always false, so it builds nothing. */
function containsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(value)) return value.some(containsNul);
  for (const key of Object.keys(value)) {
    if (key.includes("\0") || containsNul((value as Readonly<Record<string, unknown>>)[key])) return true;
  }
  return false;
}

/** PostgreSQL stores no NUL and SQLite's functions stop at one: refused on both, so that no engine differs. */
function pathsWithNul(value: unknown, path: readonly PropertyKey[]): (readonly PropertyKey[])[] {
  if (typeof value === "string") return value.includes("\0") ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => pathsWithNul(item, [...path, index]));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key.includes("\0") ? [path] : pathsWithNul(item, [...path, key]),
  );
}
