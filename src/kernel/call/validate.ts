import type { z } from "zod";
import { KernelError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { BoundTool } from "./registry.ts";

/** One thing wrong with the arguments, and where. */
export interface Problem extends JsonObject {
  readonly path: string;
  readonly message: string;
}

/** Turns unknown arguments into the tool's typed input, or names every problem at once. */
export function parseArguments(bound: BoundTool, given: unknown): { input: unknown; dryRun: boolean } {
  const args = given ?? {};
  if (typeof args !== "object" || Array.isArray(args)) {
    throw invalid([{ path: "", message: "arguments must be an object" }]);
  }
  const parsed = bound.input.safeParse(args);
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap(toProblems)),
    ...(bound.tool.acceptsNul ? [] : nulProblems(args, "")),
  ];
  if (!parsed.success || problems.length > 0) throw invalid(problems);
  if (!bound.takesDryRun) return { input: parsed.data, dryRun: false };
  const { dry_run, ...input } = parsed.data;
  return { input, dryRun: typeof dry_run === "boolean" ? dry_run : bound.server.dryRun === "on" };
}

function invalid(problems: readonly Problem[]): KernelError {
  const first = problems[0];
  const summary = first === undefined ? "" : `: ${first.path === "" ? "" : `${first.path}: `}${first.message}`;
  return new KernelError("invalid_arguments", `The arguments do not fit the tool${summary}`, {
    problems: [...problems],
  });
}

function toProblems(issue: z.core.$ZodIssue): Problem[] {
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

/** PostgreSQL stores no NUL and SQLite's functions stop at one: refused on both, so that no engine differs. */
function nulProblems(value: unknown, path: string): Problem[] {
  if (typeof value === "string") {
    return value.includes("\0") ? [{ path, message: "must not contain a NUL character" }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => nulProblems(item, `${path}[${index}]`));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const inner = path === "" ? key : `${path}.${key}`;
    return key.includes("\0") ? [{ path, message: "must not contain a NUL character" }] : nulProblems(item, inner);
  });
}
