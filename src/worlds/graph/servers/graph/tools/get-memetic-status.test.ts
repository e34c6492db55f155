import { expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("counts what is there, and counts nothing where nothing is", async () => {
  const graph = await openTestGraph();
  const idle = { perception: "idle", memory: "idle", reasoning: "idle", action: "idle", meta: "idle" };
  expect(await graph.ask("get_memetic_status")).toEqual({
    phase: "Infancy",
    fingerprintCount: 0,
    embedderCount: 13,
    storageBackend: "sqlite",
    storageSizeBytes: 0,
    quadrantCounts: { open: 0, hidden: 0, blind: 0, unknown: 0 },
    utl: {
      entropy: 0,
      coherence: 0,
      learningScore: 0,
      johariQuadrant: "Hidden",
      consolidationPhase: "Wake",
      suggestedAction: "get_neighborhood",
    },
    layers: idle,
    _cognitive_pulse: expect.any(Object),
  });
  await graph.put("Ada keeps bees.", "Ada keeps bees and sells their honey.");
  const { fingerprintCount, storageSizeBytes, quadrantCounts, layers } = await graph.ask("get_memetic_status");
  expect(fingerprintCount).toBe(2);
  expect(storageSizeBytes).toBeGreaterThan(1000);
  expect(Object.values(quadrantCounts as Record<string, number>).reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(layers).toEqual(Object.fromEntries(Object.keys(idle).map((layer) => [layer, "active"])));
});
