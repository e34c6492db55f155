import { expect, test } from "vitest";
import { openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";

test("tells which flags are on, what all of them mean, and which do not exist", async () => {
  const world = await openTestInstructions({ environment: { features: ["usage", "windows", "drift"] } });
  const answer = {
    features: ["usage", "drift"],
    counters: { "featureActivated:drift": 1, "featureActivated:usage": 1 },
    env: ["usage", "windows", "drift"],
    unknown: ["windows"],
    meanings: {
      usage: expect.any(String),
      window: expect.any(String),
      hotness: expect.any(String),
      drift: expect.any(String),
      risk: expect.any(String),
      semantic: expect.any(String),
    },
  };

  expect(await world.ask("feature_status")).toEqual(answer);
  expect(await world.method("feature/status")).toEqual(answer);
  expect(world.log.lines.filter(({ message }) => message.includes("INDEX_FEATURES"))).toHaveLength(1);
});

test("without flags nothing is on", async () => {
  const world = await openTestInstructions();

  expect(await world.ask("feature_status")).toMatchObject({ features: [], counters: {}, env: [], unknown: [] });
  expect(await world.method("feature/status", { x: 1 })).toMatchObject({ rpc: { code: -32602 } });
});
