import { expect, test } from "vitest";
import { openFilledGraph } from "../../../../../../test/kit/filled-graph.ts";

test("the rain leads to the flood and the flood to the closed road, and the road to neither", async () => {
  const graph = await openFilledGraph();
  const { rain, flood, road } = graph.ids;
  const forward = await graph.ask("omni_infer", { source: rain, target: road });
  const [found] = forward.results;
  expect(forward).toEqual({
    results: [
      {
        direction: "forward",
        source: rain,
        target: road,
        strength: expect.any(Number),
        confidence: expect.any(Number),
        path: [rain, flood, road],
        path_length: 2,
        is_direct: false,
        is_high_confidence: found.confidence >= 0.8,
        is_strong: found.strength >= 0.7,
        explanation: expect.stringContaining("2 links"),
      },
    ],
    result_count: 1,
    direction: "forward",
    direction_description: expect.any(String),
    source: rain,
    target: road,
    memories_considered: 13,
    inference_config: { min_confidence: 0.5, max_path_length: 5, include_indirect: true },
    _cognitive_pulse: expect.any(Object),
  });
  const one = await graph.ask("omni_infer", { source: rain, target: flood });
  expect(one.results[0]).toMatchObject({ is_direct: true, path: [rain, flood] });
  expect(one.results[0].strength).toBeGreaterThan(found.strength);
  expect((await graph.ask("omni_infer", { source: road, target: rain })).results).toEqual([]);
});

test("goes back from an effect, both ways, and to what best explains it", async () => {
  const graph = await openFilledGraph();
  const { rain, flood, road } = graph.ids;
  const backward = await graph.ask("omni_infer", { source: road, target: rain, direction: "backward" });
  expect(backward.results).toMatchObject([{ direction: "backward", path: [rain, flood, road] }]);
  const both = await graph.ask("omni_infer", { source: rain, target: road, direction: "bidirectional" });
  expect(both.results.map(({ direction }: { direction: string }) => direction)).toEqual(["forward"]);
  const why = await graph.ask("omni_infer", { source: road, direction: "abduction" });
  expect(why.results[0]).toMatchObject({ direction: "abduction", source: flood, target: road });
});

test("where there is no path there is no result", async () => {
  const graph = await openFilledGraph();
  const { odd, rain } = graph.ids;
  for (const direction of ["forward", "backward", "bidirectional"]) {
    expect(await graph.ask("omni_infer", { source: odd, target: rain, direction })).toMatchObject({
      results: [],
      result_count: 0,
    });
  }
  for (const direction of ["bridge", "abduction"]) {
    expect((await graph.ask("omni_infer", { source: odd, direction })).results).toEqual([]);
  }
});

test("refuses unknown ids, a missing target and a memory as its own effect", async () => {
  const graph = await openFilledGraph();
  const { rain } = graph.ids;
  expect(await graph.refused("omni_infer", { source: rain })).toMatchObject({
    code: -32602,
    data: { reason: "target_required" },
  });
  expect(await graph.refused("omni_infer", { source: rain, target: "nobody" })).toMatchObject({
    code: -32602,
    data: { reason: "memory_not_found" },
  });
  expect(await graph.refused("omni_infer", { source: rain, target: rain })).toMatchObject({
    data: { reason: "same_memory" },
  });
  expect((await graph.refused("omni_infer", { source: rain, direction: "sideways" })).code).toBe(-32602);
});
