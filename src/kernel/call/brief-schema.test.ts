import { expect, test } from "vitest";
import { everyServer } from "../../../test/kit/worlds.ts";
import { briefInput, briefOutput } from "./brief-schema.ts";

test("of arguments the names, types and words stay, bounds and what is explained elsewhere go", () => {
  const input = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      user_id: { description: "Whose", type: "string", maxLength: 200 },
      pattern: { description: "A field of that name", type: "string", pattern: "^a+$" },
      limit: { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 20 },
    },
    required: ["pattern"],
    additionalProperties: false,
  };
  expect(briefInput(input, ["user_id"])).toEqual({
    type: "object",
    properties: {
      user_id: { type: "string" },
      pattern: { description: "A field of that name", type: "string" },
      limit: { type: "integer", minimum: 1, default: 20 },
    },
    required: ["pattern"],
  });
});

test("of an answer the fields and their types stay; nothing is required, so that a refusal fits it too", () => {
  const output = briefOutput({
    type: "object",
    properties: {
      id: { type: "string", description: "Whose" },
      rows: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } },
      next: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] },
    },
    required: ["id", "rows"],
    additionalProperties: false,
  });
  expect(output).toEqual({
    type: "object",
    properties: { id: { type: "string" }, rows: { type: "array" }, next: { type: ["integer", "null"] } },
  });
});

test("what a model reads of truth before its first call is at most 45 KB", async () => {
  const truth = (await everyServer()).find(({ server }) => server.name === "truth");
  const bytes = Buffer.byteLength(JSON.stringify(truth?.listed()));
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(45_000);
});
