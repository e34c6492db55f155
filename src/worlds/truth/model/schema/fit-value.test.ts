import { describe, expect, test } from "vitest";
import type { Json } from "../../../../kernel/index.ts";
import { fitValue } from "./fit-value.ts";

const MISFIT = {
  string: "must be a text, a number or a boolean",
  number: "must be a number",
  digits: "has more digits than a number holds without loss",
  date: "must be an existing day or time in ISO 8601, or a time since 1970 as a number",
  boolean: "must be true or false",
  array: "must be an array",
  object: "must be an object",
};

type Kind = Exclude<keyof typeof MISFIT, "digits">;

describe("fits, and is shown as", () => {
  test.each<[Kind, Json, Json]>([
    ["string", "a", "a"],
    ["string", "", ""],
    ["string", 42, "42"],
    ["string", true, "true"],
    ["number", 1.5, 1.5],
    ["number", "1.5", 1.5],
    ["number", " -12 ", -12],
    ["number", "007", 7],
    ["number", ".5", 0.5],
    ["number", "1e3", 1000],
    ["number", "0.00000001", 1e-8],
    ["number", "100000000000000000000", 1e20],
    ["number", "0.000", 0],
    ["date", "2024-02-29", "2024-02-29"],
    ["date", "2024-05-01T10:00:00+02:00", "2024-05-01T10:00:00+02:00"],
    ["date", 1_714_521_600, "2024-05-01T00:00:00.000Z"],
    ["boolean", false, false],
    ["boolean", "true", true],
    ["boolean", " False ", false],
    ["array", [1, "a"], [1, "a"]],
    ["object", { a: 1 }, { a: 1 }],
  ])("%s %j as %j", (type, value, shown) => {
    expect(fitValue({ type, required: false }, value)).toEqual({ fits: true, shown });
  });

  test("one text where an array of texts is expected", () => {
    expect(fitValue({ type: "array", required: false, items: "string" }, "a, b")).toEqual({
      fits: true,
      shown: ["a, b"],
    });
  });

  test.each<Kind>(["string", "number", "date", "boolean", "array", "object"])("null for %s", (type) => {
    expect(fitValue({ type, required: true }, null)).toEqual({ fits: true, shown: null });
  });
});

describe("does not fit", () => {
  test.each<[Kind, Json, string]>([
    ["string", ["a"], MISFIT.string],
    ["string", { a: 1 }, MISFIT.string],
    ["number", "abc", MISFIT.number],
    ["number", "", MISFIT.number],
    ["number", "1,234.56", MISFIT.number],
    ["number", "12 EUR", MISFIT.number],
    ["number", "NaN", MISFIT.number],
    ["number", "Infinity", MISFIT.number],
    ["number", "0x10", MISFIT.number],
    ["number", "1".repeat(401), MISFIT.number],
    ["number", "1e400", MISFIT.digits],
    ["number", "1e-400", MISFIT.digits],
    ["number", "0.123456789012345678", MISFIT.digits],
    ["number", "9007199254740993", MISFIT.digits],
    ["number", true, MISFIT.number],
    ["number", [1], MISFIT.number],
    ["date", "2024-02-30", MISFIT.date],
    ["date", 0, MISFIT.date],
    ["date", "soon", MISFIT.date],
    ["boolean", "yes", MISFIT.boolean],
    ["boolean", 1, MISFIT.boolean],
    ["array", "a", MISFIT.array],
    ["array", { 0: "a" }, MISFIT.array],
    ["object", [1], MISFIT.object],
    ["object", "{}", MISFIT.object],
  ])("%s %j", (type, value, reason) => {
    expect(fitValue({ type, required: false }, value)).toEqual({ fits: false, reason });
  });

  test("a number where an array of texts is expected", () => {
    expect(fitValue({ type: "array", required: false, items: "string" }, 3)).toEqual({
      fits: false,
      reason: MISFIT.array,
    });
  });
});
