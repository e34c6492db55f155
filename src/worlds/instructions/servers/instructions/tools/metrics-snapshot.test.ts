import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { createSimulatedEnv } from "../../../../../../test/kit/simulated-env.ts";

test("tells what was measured in this process, by method", async () => {
  let nowMs = 0;
  const steps = [10, 30.126, 5];
  // Each look at the clock that never jumps takes as long as the next step says, once a call has begun.
  const env = { ...createSimulatedEnv("metrics"), monotonicMs: () => nowMs };
  const world = await openTestInstructions({
    env,
    files: { "a.json": complete("a") },
    environment: { features: ["usage"] },
  });
  expect(await world.ask("metrics_snapshot")).toEqual({
    generatedAt: expect.stringMatching(/^2026-01-01T/),
    methods: [],
    features: { features: ["usage"], counters: { "featureActivated:usage": 1 }, env: ["usage"] },
  });
  for (const step of steps) {
    const asked = world.ask("instructions_get", { id: "a" });
    nowMs += step;
    await asked;
  }
  await world.method("usage/track", { id: "a" });

  expect(await world.method("metrics/snapshot")).toMatchObject({
    methods: [
      { method: "instructions/get", count: 3, avgMs: 15.04, maxMs: 30.13 },
      { method: "metrics/snapshot", count: 1, avgMs: 0, maxMs: 0 },
      { method: "usage/track", count: 1, avgMs: 0, maxMs: 0 },
    ],
    features: { counters: { "featureActivated:usage": 1, "propertyUpdate:usage": 1 } },
  });
});

test("takes no arguments", async () => {
  const world = await openTestInstructions();

  expect(await world.method("metrics/snapshot", { all: true })).toMatchObject({ rpc: { code: -32602 } });
});
