import { expect, test } from "vitest";
import { z } from "zod";
import { InvalidArguments } from "../invalid-arguments.ts";
import { defineServer } from "../server.ts";
import { defineTool } from "../tool.ts";
import { bindServer } from "./registry.ts";
import type { RunningWorld } from "./running-world.ts";
import { parseArguments } from "./validate.ts";

function boundTo(shape: z.ZodRawShape, acceptsNul = false) {
  const tool = defineTool({
    name: "t",
    title: "T",
    description: "T",
    effect: "read",
    input: z.object(shape),
    output: z.object({}),
    acceptsNul,
    run: () => ({}),
  });
  const server = defineServer({ name: "s", title: "S", instructions: "", tools: [tool] });
  // What its world is does not matter here.
  const bound = bindServer({} as RunningWorld, server).tools.get("t");
  if (bound === undefined) throw new Error("no tool");
  return bound;
}

function refusalOf(shape: z.ZodRawShape, args: unknown): InvalidArguments {
  try {
    parseArguments(boundTo(shape), args);
  } catch (error) {
    if (error instanceof InvalidArguments) return error;
  }
  throw new Error("not refused");
}

test("a missing argument is told in short problems, with what was held against what", () => {
  const refusal = refusalOf({ id: z.string() }, {});

  expect(refusal.code).toBe("invalid_arguments");
  expect(refusal.details).toEqual({ problems: [{ path: "id", message: expect.any(String) }] });
  const { issues, args, input } = refusal.mismatch;
  expect(issues).toMatchObject([{ code: "invalid_type", expected: "string", path: ["id"] }]);
  expect(args).toEqual({});
  expect(z.toJSONSchema(input)).toMatchObject({ required: ["id"], additionalProperties: false });
});

test("every problem is told at once", () => {
  const shape = { id: z.string(), count: z.int().min(1) };
  const { details, mismatch } = refusalOf(shape, { id: 5, count: 0, other: 1 });

  expect(mismatch.issues.map(({ code, path }) => [code, path])).toEqual([
    ["invalid_type", ["id"]],
    ["too_small", ["count"]],
    ["unrecognized_keys", []],
  ]);
  expect(details.problems).toHaveLength(3);
  expect(details.problems).toContainEqual({ path: "other", message: "is not an argument here" });
});

test.each(["text", 5, true, []])("%j is no object of arguments", (args) => {
  const { details, mismatch } = refusalOf({}, args);

  expect(details).toEqual({ problems: [{ path: "", message: "arguments must be an object" }] });
  expect(mismatch.issues).toMatchObject([{ code: "invalid_type", expected: "object", path: [] }]);
});

test("NUL is refused by the path it stands at, in values and in names, and passes where a tool takes it out", () => {
  const problems = (args: unknown) => refusalOf({ any: z.unknown() }, args).details.problems;
  const message = "must not contain a NUL character";

  expect(problems({ any: { a: ["x", "y\0"] } })).toEqual([{ path: "any.a[1]", message }]);
  expect(problems({ any: { "k\0": 1 } })).toEqual([{ path: "any", message }]);
  expect(parseArguments(boundTo({ any: z.unknown() }, true), { any: "y\0" })).toEqual({
    any: "y\0",
  });
});
