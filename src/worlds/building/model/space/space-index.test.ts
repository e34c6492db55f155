import fc from "fast-check";
import { expect, test } from "vitest";
import { door, element, level, planOf, threeRooms, wall } from "../../../../../test/kit/building-plan.ts";
import type { Element, Point } from "../element.ts";
import type { Box } from "../shape/bounds.ts";
import type { BranchState } from "../state/branch-state.ts";
import { boxOf, footprintsOf, reaches } from "./footprint.ts";
import { spaceIndexOf } from "./space-index.ts";

/** Every element looked at, one by one. */
function scan(plan: BranchState, box: Box): string[] {
  return [...plan.all()]
    .filter((one) => footprintsOf(plan, one).some((footprint) => reaches(footprint, box)))
    .map(({ id }) => id)
    .sort();
}

function found(plan: BranchState, box: Box): string[] {
  return spaceIndexOf(plan)
    .within(box)
    .map(({ element: { id } }) => id);
}

test("finds what a box reaches, in order of id", () => {
  const box: Box = { min: [3.5, 1.5, 0], max: [4.5, 2.5, 1] };

  expect(found(planOf(threeRooms()), box)).toEqual(["between-1", "door-1", "hall", "kitchen"]);
});

test("finds the same as looking at every element, whatever was changed since the ground was indexed", () => {
  const coordinate = fc.integer({ min: -20, max: 20 });
  const place = fc.tuple(coordinate, coordinate).map(([x, y]): Point => [x, y]);
  const walls = fc.array(
    fc.record({ start: place, length: fc.integer({ min: 1, max: 9 }), turn: fc.integer({ min: 0, max: 7 }) }),
    { maxLength: 30 },
  );
  const asElements = (drawn: { start: Point; length: number; turn: number }[], name: string): Element[] =>
    drawn.flatMap(({ start, length, turn }, at) => {
      const end: Point = [
        start[0] + length * Math.cos((turn * Math.PI) / 4),
        start[1] + length * Math.sin((turn * Math.PI) / 4),
      ];
      return [wall(`${name}${at}`, start, end), door(`${name}d${at}`, `${name}${at}`, 0.1, 0.5)];
    });

  fc.assert(
    fc.property(
      walls,
      walls,
      fc.array(fc.nat(40)),
      place,
      fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 15 })),
      (first, second, gone, at, size) => {
        const before = planOf(level("ground"), asElements(first, "a"));
        spaceIndexOf(before);
        const moved = asElements(second, "a").map((one): [string, Element] => [one.id, one]);
        const removed = gone.flatMap((n): [string, null][] => [
          [`a${n}`, null],
          [`ad${n}`, null],
        ]);
        const after = before.with(new Map<string, Element | null>([...moved, ...removed]));
        const box: Box = { min: [at[0], at[1], 0], max: [at[0] + size[0], at[1] + size[1], 1] };

        expect(found(after, box)).toEqual(scan(after, box));
        expect(found(before, box)).toEqual(scan(before, box));
      },
    ),
    { numRuns: 60, seed: 14 },
  );
});

test("a level that is lifted takes everything on it along", () => {
  const before = planOf(threeRooms());
  const box: Box = { min: [-1, -1, 0], max: [13, 6, 1] };
  expect(found(before, box)).toHaveLength(12);

  const after = before.with(new Map([["ground", level("ground", 10)]]));

  expect(found(after, box)).toEqual([]);
  expect(found(after, { min: [-1, -1, 10], max: [13, 6, 11] })).toHaveLength(12);
});

test("a wall reaches where its join lets it, and no further when the join is gone", () => {
  const before = planOf(
    level("ground"),
    wall("a", [0, 0], [5, 0]),
    wall("b", [5, 0], [5, 5]),
    element("j", "join", { element_ids: ["a", "b"], join_type: "miter" }),
  );
  // The outer corner: only walls that are joined fill it.
  const corner: Box = { min: [5.08, -0.09, 0], max: [5.09, -0.08, 1] };
  expect(found(before, corner)).toEqual(scan(before, corner));
  const after = before.with(new Map([["j", null]]));

  expect(found(after, corner)).toEqual([]);
  expect(found(before, corner)).not.toEqual([]);
});

test("boxes hold all of what is in them", () => {
  const plan = planOf(threeRooms());
  for (const one of plan.all()) {
    const box = boxOf(footprintsOf(plan, one));
    if (box !== undefined) expect(found(plan, box)).toContain(one.id);
  }
});
