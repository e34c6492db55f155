import { expect, test } from "vitest";
import { type DreamEdge, type DreamNode, weightOf } from "./graph-view.ts";
import { chooseReplayed, type Replay, replay, WEIGHT_MIN } from "./replay.ts";

const node = (id: string, rest: Partial<DreamNode> = {}): DreamNode => ({
  id,
  importance: 0.5,
  accesses: 0,
  ageMs: 0,
  position: new Float64Array(64),
  ...rest,
});
const edge = (source: string, target: string, weight = 0.8): DreamEdge => ({
  source,
  target,
  edge_type: "Semantic",
  weight,
  confidence: 0.8,
});

function finished(nodes: readonly DreamNode[], edges: readonly DreamEdge[]): Replay {
  const steps = replay(nodes, edges);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

test("an edge between memories that are used grows, one between forgotten ones wears off", () => {
  const used = { accesses: 9, importance: 0.9 };
  const unused = { importance: 0.1 };
  const { changed, strengthened, weakened, averageWeightDelta } = finished(
    [node("a", used), node("b", used), node("c", unused), node("d", unused)],
    [edge("a", "b", 0.6), edge("c", "d", 0.6)],
  );
  const [grown, worn] = changed;
  expect(grown?.weight).toBeGreaterThan(0.6);
  expect(worn?.weight).toBeLessThan(0.6);
  expect([strengthened, weakened]).toEqual([1, 1]);
  const sum = (grown?.weight ?? 0) - 0.6 + ((worn?.weight ?? 0) - 0.6);
  expect(averageWeightDelta).toBeCloseTo(sum / 2, 12);
});

test("what has worn off is pruned", () => {
  const nodes = [node("a", { importance: 0 }), node("b", { importance: 0 })];
  const { pruned, changed, deadEnds } = finished(nodes, [edge("a", "b", 0.055)]);
  expect(pruned).toEqual([edge("a", "b", 0.055)]);
  expect(deadEnds).toBe(1);
  expect(changed).toEqual([]);
});

test("no weight leaves its range", () => {
  const nodes = [node("a", { importance: 1, accesses: 1e6 }), node("b", { importance: 1, accesses: 1e6 })];
  for (const { weight } of finished(nodes, [edge("a", "b", 1)]).changed) {
    expect(weight).toBeLessThanOrEqual(1);
    expect(weight).toBeGreaterThan(WEIGHT_MIN);
  }
});

test("goes through the newest and weightiest, sixty-four at most", () => {
  const nodes = Array.from({ length: 100 }, (_, n) => node(`n${n}`, { ageMs: n * 3_600_000 }));
  const chosen = chooseReplayed(nodes);
  expect(chosen).toHaveLength(64);
  expect(chosen[0]?.id).toBe("n0");
  const valued = [node("old", { ageMs: 1e12, importance: 1 }), node("older", { ageMs: 1e12, importance: 0 })];
  expect(chooseReplayed(valued).map(({ id }) => id)).toEqual(["old", "older"]);
});

test("counts what hangs together", () => {
  const ids = ["a", "b", "c", "d", "e"];
  const { clusters, compression } = finished(
    ids.map((id) => node(id, { importance: 0.9, accesses: 3 })),
    [edge("a", "b"), edge("b", "c")],
  );
  expect(clusters).toBe(1);
  expect(compression).toBeCloseTo(5 / 3, 12);
});

test("weighs a memory by its worth and its use", () => {
  expect(weightOf({ importance: 0.5, accesses: 1 })).toBeGreaterThan(weightOf({ importance: 0.5, accesses: 0 }));
  expect(weightOf({ importance: 0.9, accesses: 1 })).toBeGreaterThan(weightOf({ importance: 0.5, accesses: 1 }));
});

test("pauses often: no part is long", () => {
  const nodes = Array.from({ length: 64 }, (_, n) => node(`n${n}`));
  expect([...replay(nodes, [edge("n0", "n1")])].length).toBe(9);
});
