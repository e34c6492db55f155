import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { sha256 } from "../../../../../kernel/index.ts";

test("answers one entry whole", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });
  const sourceHash = sha256("Body of a.");

  expect(await world.ask("instructions_get", { id: "a" })).toEqual({
    hash: sha256(`a:${sourceHash}`),
    item: { ...complete("a"), sourceHash, riskScore: 55 },
  });
});

test.each(["nope", "A", "../a", "/etc/passwd", "a.json", "", "__proto__"])("there is no %j", async (id) => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });

  expect(await world.ask("instructions_get", { id })).toEqual({ notFound: true });
  expect(await world.method("instructions/get", { id })).toEqual({ notFound: true });
});

test("refuses a call without an id, in the words of Ajv", async () => {
  const world = await openTestInstructions({ files: { "a.json": complete("a") } });

  expect(await world.method("instructions/get", {})).toEqual({
    rpc: {
      code: -32602,
      message: "Invalid params",
      data: {
        method: "instructions/get",
        errors: [
          {
            instancePath: "",
            schemaPath: "#/required",
            keyword: "required",
            params: { missingProperty: "id" },
            message: "must have required property 'id'",
          },
        ],
      },
    },
  });
});

test("shows how it was used where that is counted", async () => {
  const world = await openTestInstructions({
    files: { "a.json": complete("a") },
    environment: { features: ["usage"] },
  });
  const { lastUsedAt } = await world.ask("usage_track", { id: "a" });

  expect((await world.ask("instructions_get", { id: "a" })).item).toMatchObject({ usageCount: 1, lastUsedAt });
});
