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
  expect(refusal.details).toEqual({ problems: [{ path: "id", message: "is missing" }] });
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
  expect(details.problems).toEqual([
    { path: "id", message: "must be text" },
    { path: "count", message: "must be at least 1" },
    { path: "other", message: "is not an argument here" },
  ]);
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

test("problems are told in our own words, and in those of a schema that has some", () => {
  const shape = {
    kind: z.enum(["a", "b"]),
    list: z.array(z.string().min(1)).max(2),
    lists: z.array(z.string()).max(1),
    page: z.url(),
    id: z.string().regex(/^x/, "must begin with x"),
    one: z.union([z.string(), z.number()]),
    odd: z.string().regex(/^x/),
  };
  const given = { kind: "c", list: ["", "y"], lists: ["", "y"], page: "none", id: "y", one: {}, odd: "y" };
  expect(refusalOf(shape, given).details.problems).toEqual([
    { path: "kind", message: "must be one of a, b" },
    { path: "list[0]", message: "must hold at least 1" },
    { path: "lists", message: "must hold at most 1" },
    { path: "page", message: "must be an address such as https://example.com" },
    { path: "id", message: "must begin with x" },
    { path: "one", message: "fits none of the forms it may have" },
    { path: "odd", message: "fits none of the forms it may have" },
  ]);
});
