import { expect, test } from "vitest";
import {
  door,
  element,
  level,
  planOf,
  rectangle,
  room,
  threeRooms,
  wall,
} from "../../../../../test/kit/building-plan.ts";
import type { BranchState } from "../state/branch-state.ts";
import { boxOf, footprintsOf, meets, reaches } from "./footprint.ts";

function boxIn(plan: BranchState, id: string) {
  const found = plan.get(id);
  return found && boxOf(footprintsOf(plan, found));
}

test("a wall covers its thickness on both sides of its axis, and rises from its level by its offset", () => {
  const plan = planOf(
    level("ground", 3),
    wall("w", [1, 2], [1, 6], { thickness: 0.3, height: 2.5, base_offset: -0.1 }),
  );

  expect(boxIn(plan, "w")).toEqual({
    min: [expect.closeTo(0.85, 12), expect.closeTo(2, 12), expect.closeTo(2.9, 12)],
    max: [expect.closeTo(1.15, 12), expect.closeTo(6, 12), expect.closeTo(5.4, 12)],
  });
});

test("a door stands in its wall, where its offset says", () => {
  const plan = planOf(threeRooms());

  expect(boxIn(plan, "door-1")).toEqual({
    min: [expect.closeTo(3.9, 12), expect.closeTo(2, 12), 0],
    max: [expect.closeTo(4.1, 12), expect.closeTo(2.9, 12), 2.1],
  });
});

test("a room is as high as it says, and a level covers nothing", () => {
  const plan = planOf(level("ground"), room("r", rectangle(0, 0, 2, 3)));

  expect(boxIn(plan, "r")).toEqual({ min: [0, 0, 0], max: [2, 3, 2.5] });
  expect(boxIn(plan, "ground")).toBeUndefined();
});

test("what hangs on something that is gone covers nothing", () => {
  expect(boxIn(planOf(level("ground"), door("d", "gone", 1)), "d")).toBeUndefined();
  expect(
    boxIn(planOf(element("o", "opening", { host_id: "gone", offset: 0, base_height: 0, width: 1, height: 1 })), "o"),
  ).toBeUndefined();
});

test("a slanted wall reaches only where it stands, not into every corner of its box", () => {
  const plan = planOf(level("ground"), wall("w", [0, 0], [10, 10]));
  const [footprint] = footprintsOf(plan, plan.get("w") ?? level("none"));
  if (footprint === undefined) throw new Error("no footprint");

  expect(reaches(footprint, { min: [4, 4, 0], max: [5, 5, 1] })).toBe(true);
  expect(reaches(footprint, { min: [8, 0, 0], max: [10, 2, 1] })).toBe(false);
  expect(reaches(footprint, { min: [4, 4, 3.1], max: [5, 5, 4] })).toBe(false);
  // It lies wholly inside, and a box may lie wholly inside it.
  expect(reaches(footprint, { min: [-1, -1, 0], max: [11, 11, 1] })).toBe(true);
  expect(reaches(footprint, { min: [4.99, 4.99, 0], max: [5.01, 5.01, 1] })).toBe(true);
});

test("nothing meets what lies in its hole", () => {
  const frame = { rings: [rectangle(0, 0, 10, 10), rectangle(2, 2, 8, 8)], low: 0, high: 1 };
  const inside = { rings: [rectangle(4, 4, 5, 5)], low: 0, high: 1 };

  expect(meets(frame, inside)).toBe(false);
  expect(meets(inside, frame)).toBe(false);
  expect(meets(frame, { ...inside, rings: [rectangle(4, 4, 9, 5)] })).toBe(true);
});
