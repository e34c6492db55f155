import { expect, test } from "vitest";
import { openTestGraph } from "../../../../../../test/kit/graph.ts";

test("puts two numbers into their quadrant; on the line counts as below it", async () => {
  const graph = await openTestGraph({ embedder: "none" });
  const classify = async (delta_s: number, delta_c: number, threshold = 0.5) => {
    const { quadrant, suggested_action } = await graph.ask("get_johari_classification", {
      delta_s,
      delta_c,
      threshold,
    });
    return [quadrant, suggested_action];
  };
  expect(await classify(0.5, 0.6)).toEqual(["Open", "DirectRecall"]);
  expect(await classify(0.51, 0.5)).toEqual(["Blind", "TriggerDream"]);
  expect(await classify(0.2, 0.5)).toEqual(["Hidden", "GetNeighborhood"]);
  expect(await classify(0.9, 0.9)).toEqual(["Unknown", "EpistemicAction"]);
  expect(await classify(0.9, 0.9, 0.95)).toEqual(["Hidden", "GetNeighborhood"]);
});

test("measures a memory, and refuses what is neither or both", async () => {
  const graph = await openTestGraph();
  const [alone = "", , twin = ""] = await graph.put(
    "The tax report is due on Friday.",
    "Ada keeps bees.",
    "Ada keeps bees.",
  );
  const answer = await graph.ask("get_johari_classification", { memory_id: twin, embedder_index: 5 });
  expect(answer).toEqual({
    quadrant: expect.stringMatching(/^(Open|Hidden)$/),
    delta_s: 0,
    delta_c: expect.any(Number),
    suggested_action: expect.any(String),
    explanation: expect.any(String),
    source: "memory",
    threshold: 0.5,
    _cognitive_pulse: expect.any(Object),
  });
  const { delta_s } = await graph.ask("get_johari_classification", { memory_id: alone, embedder_index: 5 });
  expect(delta_s).toBe(1);
  const refused = (args: Record<string, unknown>) => graph.refused("get_johari_classification", args);
  expect(await refused({})).toMatchObject({ code: -32602, data: { reason: "modes_mixed" } });
  expect(await refused({ delta_s: 0.5 })).toMatchObject({ code: -32602, data: { reason: "mode_incomplete" } });
  expect(await refused({ delta_s: 0.5, delta_c: 0.5, memory_id: twin })).toMatchObject({
    data: { reason: "modes_mixed" },
  });
  expect(await refused({ memory_id: "x" })).toMatchObject({ code: -32602, data: { reason: "memory_not_found" } });
  expect(await refused({ memory_id: twin, embedder_index: 13 })).toMatchObject({ code: -32602 });
  expect(await refused({ delta_s: 2, delta_c: 0.5 })).toMatchObject({ code: -32602 });
});
