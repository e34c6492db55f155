import { expect, test } from "vitest";
import { openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";

const GOOD = "Says audience, a recommended requirement and its categories, over JSON-RPC.";

test("names each rule that objects, worst first in the summary", async () => {
  const world = await openTestInstructions();

  expect(await world.ask("prompt_review", { prompt: GOOD })).toEqual({
    issues: [],
    summary: { counts: { critical: 0, high: 0, medium: 0, low: 0, info: 0 } },
    length: GOOD.length,
  });
  const secret = `${GOOD} AKIA${"A".repeat(16)}`;
  expect(await world.method("prompt/review", { prompt: secret })).toEqual({
    issues: [
      { ruleId: "no-secrets", severity: "critical", description: expect.any(String), match: `AKIA${"A".repeat(16)}` },
    ],
    summary: { counts: { critical: 1, high: 0, medium: 0, low: 0, info: 0 }, highestSeverity: "critical" },
    length: secret.length,
  });
});

test("takes NUL out, and refuses more than 10 240 bytes by saying so", async () => {
  const world = await openTestInstructions();

  expect((await world.ask("prompt_review", { prompt: `${GOOD}\0\0` })).length).toBe(GOOD.length);
  expect(await world.ask("prompt_review", { prompt: "ä".repeat(5121) })).toEqual({
    truncated: true,
    message: expect.any(String),
    max: 10_240,
  });
  expect(await world.ask("prompt_review", { prompt: `${GOOD}${"x".repeat(10_240 - GOOD.length)}` })).toMatchObject({
    issues: [],
  });
});

test("follows the rules of the folder, and says when they cannot be read", async () => {
  const world = await openTestInstructions();
  world.write("prompt-rules.json", {
    version: 1,
    categories: [{ id: "mine", rules: [{ id: "no-foo", pattern: "foo+", severity: "low", description: "No foo." }] }],
  });
  expect(await world.ask("prompt_review", { prompt: "a fooo" })).toMatchObject({
    issues: [{ ruleId: "no-foo", severity: "low", description: "No foo.", match: "fooo" }],
    summary: { highestSeverity: "low" },
  });
  world.write("prompt-rules.json", "{");
  expect(await world.method("prompt/review", { prompt: "a" })).toEqual({ error: expect.any(String) });
  world.write("prompt-rules.json", Buffer.from([0xff]));
  expect(await world.method("prompt/review", { prompt: "a" })).toEqual({ error: "prompt-rules.json: not valid UTF-8" });
});

test.each([{}, { prompt: 5 }, { prompt: "a", rules: [] }])("refuses %j", async (args) => {
  const world = await openTestInstructions();

  expect(await world.method("prompt/review", args)).toMatchObject({ rpc: { code: -32602, message: "Invalid params" } });
});
