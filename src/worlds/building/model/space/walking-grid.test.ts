import { expect, test } from "vitest";
import { door, element, level, planOf, threeRooms, wall } from "../../../../../test/kit/building-plan.ts";
import type { Point } from "../element.ts";
import type { Box } from "../shape/bounds.ts";
import type { BranchState } from "../state/branch-state.ts";
import { blocks, gapsAt, obstaclesAt } from "./obstacles.ts";
import { findWay } from "./walking-grid.ts";

const EVERYWHERE: Box = { min: [-100, -100, 0], max: [100, 100, 0] };

function walk(plan: BranchState, start: Point, end: Point, clearance = 0.3) {
  const ground = { obstacles: obstaclesAt(plan, 0, EVERYWHERE), gaps: gapsAt(plan, 0, EVERYWHERE), clearance };
  return findWay(ground, start, end);
}

test("goes straight where nothing is in the way", () => {
  expect(walk(planOf(level("ground")), [0, 0], [3, 4])).toEqual({
    points: [
      [0, 0],
      [3, 4],
    ],
    distance: 5,
    cell: 0.1,
  });
});

test("goes through open doors and around everything else", () => {
  const way = walk(planOf(threeRooms()), [2, 1], [6, 1]);
  if ("failure" in way) throw new Error(way.failure);

  // Over the wall's foot between the jambs of the door, which stands at 2 to 2.9 m.
  const crossing = way.points.findIndex(([x]) => x > 4);
  const [a, b] = [way.points[crossing - 1] ?? [0, 0], way.points[crossing] ?? [0, 0]];
  const y = a[1] + ((4 - a[0]) / (b[0] - a[0])) * (b[1] - a[1]);
  expect(y).toBeGreaterThanOrEqual(2.29);
  expect(y).toBeLessThanOrEqual(2.61);
  // Not shorter than the shortest way around the jamb, nor much longer.
  const least = 2 * Math.hypot(2, 2.3 - 1);
  expect(way.distance).toBeGreaterThanOrEqual(least - 0.1);
  expect(way.distance).toBeLessThan(least * 1.06);
});

test("keeps the distance it is told from every wall, all along", () => {
  const plan = planOf(threeRooms());
  const obstacles = obstaclesAt(plan, 0, EVERYWHERE);
  const way = walk(plan, [1, 4], [11, 1]);
  if ("failure" in way) throw new Error(way.failure);

  for (const [at, to] of way.points.slice(1).entries()) {
    const from = way.points[at] ?? [0, 0];
    // A cell of the grid is what it may be off by.
    expect(obstacles.filter((one) => blocks(one, from, to, 0.3 - 0.075))).toEqual([]);
  }
});

test("does not squeeze through a door that is too narrow", () => {
  const plan = planOf(threeRooms());

  expect(walk(plan, [2, 2.5], [6, 2.5], 0.45)).toMatchObject({ distance: expect.any(Number) });
  expect(walk(plan, [2, 2.5], [6, 2.5], 0.451)).toEqual({ failure: "between" });
  expect(walk(plan, [2, 2.5], [6, 2.5], 0.5)).toEqual({ failure: "between" });
});

test("finds no way where no door is, and none from inside a wall", () => {
  const plan = planOf(threeRooms()).with(new Map([["door-2", null]]));

  expect(walk(plan, [6, 2], [10, 2])).toEqual({ failure: "between" });
  expect(walk(plan, [4, 1], [6, 2])).toEqual({ failure: "start" });
  expect(walk(plan, [6, 2], [4, 1])).toEqual({ failure: "end" });
});

test("starts close to a wall without passing through it", () => {
  const way = walk(planOf(threeRooms()), [3.85, 1], [2, 1]);

  expect(way).toEqual({
    points: [
      [3.85, 1],
      [expect.closeTo(3.55, 9), 1],
      [2, 1],
    ],
    distance: expect.closeTo(1.85, 9),
    cell: 0.1,
  });
});

test("walks past what is below a step or above a head, and around what is between", () => {
  const standing = (low: number, height: number) =>
    planOf(level("ground"), wall("w", [2, -1], [2, 1], { base_offset: low, height }));

  expect(walk(standing(0, 0.1), [0, 0], [4, 0])).toMatchObject({ distance: 4 });
  expect(walk(standing(2, 1), [0, 0], [4, 0])).toMatchObject({ distance: 4 });
  const around = walk(standing(0.5, 0.5), [0, 0], [4, 0]);
  expect("distance" in around && around.distance).toBeGreaterThan(2 * Math.hypot(2, 1.3));
});

test("says so where a plan is beyond all measure", () => {
  expect(walk(planOf(level("ground")), [0, 0], [5000, 5000])).toEqual({ failure: "too_large" });
});

test("windows stay in the way, doors and openings do not", () => {
  const plan = planOf(
    level("ground"),
    wall("w", [0, 0], [10, 0]),
    door("d", "w", 2),
    element("window", "window", { wall_id: "w", offset: 5, width: 2, height: 1, sill_height: 0.9 }),
  );

  const pieces = obstaclesAt(plan, 0, EVERYWHERE).map(({ ring }) => ring.map(([x]) => x));

  expect(pieces).toEqual([
    [0, 2, 2, 0],
    [2.9, 10, 10, 2.9],
  ]);
});
