import { expect, test } from "vitest";
import { z } from "zod";
import { bindServer, type RunningWorld } from "../../../kernel/call/index.ts";
import { parseArguments } from "../../../kernel/call/validate.ts";
import { defineServer, defineTool, InvalidArguments } from "../../../kernel/index.ts";
import { type SchemaFault, schemaFaults } from "./schema-faults.ts";

const SHAPE = {
  id: z.string().min(2).max(4).optional(),
  count: z.int().min(1).max(9).optional(),
  ratio: z.number().gt(0).lt(1).multipleOf(0.25).optional(),
  level: z.enum(["low", "high"]).optional(),
  kind: z.literal("note").optional(),
  slug: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  mail: z.email().optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  flag: z.boolean().optional(),
  either: z.union([z.string(), z.number()]).optional(),
  byName: z.record(z.string(), z.number()).optional(),
  entries: z.array(z.strictObject({ id: z.string(), "a/b~c": z.number().optional() })).optional(),
};

function boundTo(shape: z.ZodRawShape) {
  const tool = defineTool({
    name: "t",
    title: "T",
    description: "T",
    effect: "read",
    input: z.object(shape),
    output: z.object({}),
    run: () => ({}),
  });
  const server = defineServer({ name: "s", title: "S", instructions: "", tools: [tool] });
  // What its world is does not matter here.
  const bound = bindServer({} as RunningWorld, server).tools.get("t");
  if (bound === undefined) throw new Error("no tool");
  return bound;
}

/** What a tool of this shape answers to arguments, through the kernel's own validation. */
function faultsOf(shape: z.ZodRawShape, args: unknown): SchemaFault[] {
  try {
    parseArguments(boundTo(shape), args);
  } catch (error) {
    if (error instanceof InvalidArguments) return schemaFaults(error.mismatch);
  }
  throw new Error("not refused");
}

test("a missing argument is named as Ajv names it", () => {
  expect(faultsOf({ id: z.string() }, {})).toEqual([
    {
      instancePath: "",
      schemaPath: "#/required",
      keyword: "required",
      params: { missingProperty: "id" },
      message: "must have required property 'id'",
    },
  ]);
});

test.each([
  [{ id: 5 }, "/id", "#/properties/id/type", { type: "string" }, "must be string"],
  [{ id: "a" }, "/id", "#/properties/id/minLength", { limit: 2 }, "must NOT have fewer than 2 characters"],
  [{ id: "abcde" }, "/id", "#/properties/id/maxLength", { limit: 4 }, "must NOT have more than 4 characters"],
  [{ count: "5" }, "/count", "#/properties/count/type", { type: "integer" }, "must be integer"],
  [{ count: 1.5 }, "/count", "#/properties/count/type", { type: "integer" }, "must be integer"],
  [{ count: 0 }, "/count", "#/properties/count/minimum", { comparison: ">=", limit: 1 }, "must be >= 1"],
  [{ count: 10 }, "/count", "#/properties/count/maximum", { comparison: "<=", limit: 9 }, "must be <= 9"],
  [{ ratio: 0 }, "/ratio", "#/properties/ratio/exclusiveMinimum", { comparison: ">", limit: 0 }, "must be > 0"],
  [{ ratio: 1 }, "/ratio", "#/properties/ratio/exclusiveMaximum", { comparison: "<", limit: 1 }, "must be < 1"],
  [{ ratio: 0.3 }, "/ratio", "#/properties/ratio/multipleOf", { multipleOf: 0.25 }, "must be multiple of 0.25"],
  [
    { level: "mid" },
    "/level",
    "#/properties/level/enum",
    { allowedValues: ["low", "high"] },
    "must be equal to one of the allowed values",
  ],
  [{ level: 5 }, "/level", "#/properties/level/type", { type: "string" }, "must be string"],
  [{ kind: "memo" }, "/kind", "#/properties/kind/const", { allowedValue: "note" }, "must be equal to constant"],
  [{ slug: "A" }, "/slug", "#/properties/slug/pattern", { pattern: "^[a-z]+$" }, 'must match pattern "^[a-z]+$"'],
  [{ mail: "x" }, "/mail", "#/properties/mail/format", { format: "email" }, 'must match format "email"'],
  [{ tags: [] }, "/tags", "#/properties/tags/minItems", { limit: 1 }, "must NOT have fewer than 1 items"],
  [{ tags: ["a", "b", "c"] }, "/tags", "#/properties/tags/maxItems", { limit: 2 }, "must NOT have more than 2 items"],
  [{ tags: "a" }, "/tags", "#/properties/tags/type", { type: "array" }, "must be array"],
  [{ tags: ["a", 5] }, "/tags/1", "#/properties/tags/items/type", { type: "string" }, "must be string"],
  [{ flag: "true" }, "/flag", "#/properties/flag/type", { type: "boolean" }, "must be boolean"],
  [{ either: true }, "/either", "#/properties/either/anyOf", {}, "must match a schema in anyOf"],
  [
    { byName: { a: "x" } },
    "/byName/a",
    "#/properties/byName/additionalProperties/type",
    { type: "number" },
    "must be number",
  ],
  [{ idd: "ab" }, "", "#/additionalProperties", { additionalProperty: "idd" }, "must NOT have additional properties"],
  [
    { entries: [{ id: "a" }, {}] },
    "/entries/1",
    "#/properties/entries/items/required",
    { missingProperty: "id" },
    "must have required property 'id'",
  ],
  [
    { entries: [{ id: "a", x: 1 }] },
    "/entries/0",
    "#/properties/entries/items/additionalProperties",
    { additionalProperty: "x" },
    "must NOT have additional properties",
  ],
  [
    { entries: [{ id: "a", "a/b~c": "x" }] },
    "/entries/0/a~1b~0c",
    "#/properties/entries/items/properties/a~1b~0c/type",
    { type: "number" },
    "must be number",
  ],
  ["text", "", "#/type", { type: "object" }, "must be object"],
  [[], "", "#/type", { type: "object" }, "must be object"],
  [{ id: "a\0b" }, "/id", "#", {}, "must not contain a NUL character"],
])("%j is told in the words of Ajv", (args, instancePath, schemaPath, params, message) => {
  const keyword = schemaPath === "#" ? "custom" : schemaPath.split("/").at(-1);

  expect(faultsOf(SHAPE, args)).toEqual([{ instancePath, schemaPath, keyword, params, message }]);
});

test("every fault is told at once", () => {
  const faults = faultsOf(SHAPE, { id: 5, count: 0, other: 1 });

  expect(faults.map(({ instancePath, keyword }) => [instancePath, keyword])).toEqual([
    ["/id", "type"],
    ["/count", "minimum"],
    ["", "additionalProperties"],
  ]);
});
