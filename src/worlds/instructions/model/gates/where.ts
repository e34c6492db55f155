import { isJsonObject } from "../../../../kernel/index.ts";
import type { InstructionEntry } from "../entry.ts";
import { type Compiled, fieldTest, OPERATORS, type Test } from "./field-test.ts";
import { FIELDS } from "./fields.ts";
import { quoted } from "./quoted.ts";

const DEPTH_MAX = 16;

/** Turns a `where` into a test. What is not understood is a note, so that a slip of the hand can never pass a gate. */
export function compileWhere(where: unknown, nowMs: number, depth = 0): Compiled {
  if (depth > DEPTH_MAX) return { note: `where is nested deeper than ${DEPTH_MAX}` };
  if (!isJsonObject(where)) return { note: "where must be an object" };
  return both(Object.entries(where).map(([key, value]) => compileKey(key, value, nowMs, depth)));
}

function compileKey(key: string, value: unknown, nowMs: number, depth: number): Compiled {
  switch (key) {
    case "all":
    case "any": {
      if (!Array.isArray(value) || value.length === 0) return { note: `${key} must be a list of conditions` };
      const inner = value.map((item) => compileWhere(item, nowMs, depth + 1));
      return key === "all" ? both(inner) : either(inner);
    }
    case "not": {
      const inner = compileWhere(value, nowMs, depth + 1);
      return "note" in inner ? inner : { test: (entry) => !inner.test(entry) };
    }
    case "category":
      if (typeof value !== "string") return { note: "category must be a text" };
      return fieldTest("categories", "Contains", value, nowMs);
    case "reviewOverdue":
      if (typeof value !== "boolean") return { note: "reviewOverdue must be true or false" };
      return { test: (entry) => isOverdue(entry, nowMs) === value };
    case "missing":
      return compileMissing(value);
    default:
      return compileField(key, value, nowMs);
  }
}

function compileField(key: string, value: unknown, nowMs: number): Compiled {
  if (Object.hasOwn(FIELDS, key)) return fieldTest(key, "Equals", value, nowMs);
  const operator = OPERATORS.find((name) => key.endsWith(name) && Object.hasOwn(FIELDS, key.slice(0, -name.length)));
  if (operator === undefined) return { note: `unknown condition ${quoted(key)}` };
  return fieldTest(key.slice(0, -operator.length), operator, value, nowMs);
}

/** A field is missing when nobody has filled it in; "unowned" is how an entry without an owner is written. */
function compileMissing(value: unknown): Compiled {
  const names = Array.isArray(value) ? value : [value];
  if (names.length === 0) return { note: "missing must name a field" };
  const stranger = names.find((name) => typeof name !== "string" || !Object.hasOwn(FIELDS, name));
  if (stranger !== undefined) return { note: `unknown field ${quoted(String(stranger))} in missing` };
  return {
    test: (entry) => (names as string[]).every((name) => isBlank(name, (entry as Record<string, unknown>)[name])),
  };
}

function isBlank(field: string, value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (field === "owner") return value === "unowned";
  return Array.isArray(value) && value.length === 0;
}

function isOverdue(entry: InstructionEntry, nowMs: number): boolean {
  return Date.parse(entry.nextReviewDue ?? "") < nowMs;
}

function both(parts: readonly Compiled[]): Compiled {
  return join(parts, (tests) => (entry) => tests.every((test) => test(entry)));
}

function either(parts: readonly Compiled[]): Compiled {
  return join(parts, (tests) => (entry) => tests.some((test) => test(entry)));
}

function join(parts: readonly Compiled[], combine: (tests: readonly Test[]) => Test): Compiled {
  const tests: Test[] = [];
  for (const part of parts) {
    if ("note" in part) return part;
    tests.push(part.test);
  }
  return { test: combine(tests) };
}
