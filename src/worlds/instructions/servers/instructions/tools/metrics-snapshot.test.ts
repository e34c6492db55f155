import { expect, test } from "vitest";
import { complete, openTestInstructions } from "../../../../../../test/kit/instructions-world.ts";
import { createSimulatedEnv } from "../../../../../../test/kit/simulated-env.ts";
import { sha256 } from "../../../../../kernel/index.ts";

test("tells what was measured in this process, by method", async () => {
  let nowMs = 0;
  let stepMs = 0;
  // Each look at the clock that never jumps takes as long as the step says; a tool looks as it begins and as it ends.
  // What the caller may do has been read by then.
  const monotonicMs = () => {
    nowMs += stepMs;
    return nowMs;
  };
  const env = { ...createSimulatedEnv("metrics"), monotonicMs };
  const world = await openTestInstructions({
    env,
    // With its hash there is nothing to remember or to complete: the storage looks at the clock no further.
    files: { "a.json": complete("a", { sourceHash: sha256("Body of a.") }) },
    environment: { features: ["usage"] },
  });
  expect(await world.ask("metrics_snapshot")).toEqual({
    generatedAt: expect.stringMatching(/^2026-01-01T/),
    methods: [],
    features: { features: ["usage"], counters: { "featureActivated:usage": 1 }, env: ["usage"] },
  });
  for (stepMs of [5, 15.063, 2.5]) {
    await world.ask("instructions_get", { id: "a" });
  }
  stepMs = 0;
  await world.method("usage/track", { id: "a" });

  expect(await world.method("metrics/snapshot")).toMatchObject({
    methods: [
      { method: "instructions/get", count: 3, avgMs: 7.52, maxMs: 15.06 },
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
