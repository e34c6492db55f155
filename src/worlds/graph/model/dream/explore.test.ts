import { expect, test } from "vitest";
import { randomFrom } from "../random.ts";
import { type Exploration, explore } from "./explore.ts";
import type { DreamEdge, DreamNode } from "./graph-view.ts";
import { farness, hyperbolicDistance, insideOf, mobiusAdd, positionOf, stepTowards } from "./poincare.ts";

const node = (id: string, seed: number): DreamNode => {
  const random = randomFrom(seed);
  const meaning = Array.from({ length: 200 }, () => random() - 0.5);
  return { id, importance: 0.5, accesses: 0, ageMs: 0, position: positionOf(meaning, 0.5) };
};
const NODES = ["a", "b", "c", "d", "e", "f"].map((id, index) => node(id, index + 1));
const cause = (source: string, target: string, confidence: number): DreamEdge => ({
  source,
  target,
  edge_type: "Causal",
  weight: 0.8,
  confidence,
});

function finished(nodes: readonly DreamNode[], edges: readonly DreamEdge[], seed = 1): Exploration {
  const steps = explore(nodes, edges, randomFrom(seed));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

test("lies in the ball, nearer to the centre the more important", () => {
  const norm = (importance: number) => Math.hypot(...positionOf([1, 2, -3], importance));
  expect(norm(0)).toBeCloseTo(0.9, 12);
  expect(norm(1)).toBeCloseTo(0.45, 12);
});

test("adding the way back leads back, and a step has the length that was asked for", () => {
  const [one, other] = [NODES[0]?.position as Float64Array, NODES[1]?.position as Float64Array];
  const back = one.map((value) => -value);
  expect(Math.hypot(...mobiusAdd(back, one))).toBeCloseTo(0, 9);
  expect(hyperbolicDistance(one, stepTowards(one, other, 0.1))).toBeCloseTo(2 * Math.atanh(0.1), 9);
  expect(hyperbolicDistance(stepTowards(one, other, 0.1), other)).toBeLessThan(hyperbolicDistance(one, other));
});

test("what is nearest by the short way of reckoning is nearest by distance", () => {
  const points = Array.from({ length: 40 }, (_, n) => node(`p${n}`, 100 + n).position);
  for (const { position } of NODES) {
    const byDistance = [...points].sort((a, b) => hyperbolicDistance(position, a) - hyperbolicDistance(position, b));
    const short = [...points].sort((a, b) => farness(position, a, insideOf(a)) - farness(position, b, insideOf(b)));
    expect(short[0]).toBe(byDistance[0]);
  }
});

test("joins two memories with one cause in common that nothing joined, and no others", () => {
  const { created, blindSpots } = finished(NODES, [cause("c", "a", 0.9), cause("c", "b", 0.7)]);
  expect(created).toEqual([{ source: "a", target: "b", edge_type: "Relational", weight: 0.3, confidence: 0.7 }]);
  expect(blindSpots).toBe(1);
});

test("a doubtful cause makes a blind spot and no edge; without any there is neither", () => {
  expect(finished(NODES, [cause("c", "a", 0.9), cause("c", "b", 0.4)])).toMatchObject({ created: [], blindSpots: 1 });
  expect(finished(NODES, [])).toMatchObject({ created: [], blindSpots: 0 });
});

test("what is joined already is not joined again", () => {
  const edges = [cause("c", "a", 0.9), cause("c", "b", 0.7), cause("b", "a", 0.9)];
  expect(finished(NODES, edges).created.filter(({ source, target }) => source === "a" && target === "b")).toEqual([]);
});

test("walks everywhere in a small space, the same way for the same seed, and nowhere in an empty one", () => {
  const walked = finished(NODES, []);
  expect(walked).toMatchObject({ walks: 100, visited: 6, coverage: 1 });
  expect(walked.averageLeap).toBeGreaterThan(0);
  expect(finished(NODES, [])).toEqual(walked);
  expect(finished(NODES, [], 2)).not.toEqual(walked);
  expect(finished([], [])).toMatchObject({ walks: 0, visited: 0, coverage: 0, averageLeap: 0 });
});
