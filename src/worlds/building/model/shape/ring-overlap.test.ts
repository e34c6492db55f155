import { expect, test } from "vitest";
import { liesWithin, overlaps } from "./ring-overlap.ts";
import type { Ring } from "./shape.ts";

const box = (left: number, low: number, right: number, high: number): Ring => [
  [left, low],
  [right, low],
  [right, high],
  [left, high],
];
/** Open at the top, two wide on each side and below. */
const horseshoe: Ring = [
  [0, 0],
  [10, 0],
  [10, 6],
  [8, 6],
  [8, 2],
  [2, 2],
  [2, 6],
  [0, 6],
];

test.each<[string, Ring, Ring, boolean]>([
  ["apart", box(0, 0, 1, 1), box(2, 0, 3, 1), false],
  ["side by side", box(0, 0, 1, 1), box(1, 0, 2, 1), false],
  ["at a corner", box(0, 0, 1, 1), box(1, 1, 2, 2), false],
  ["shifted along their edges", box(0, 0, 4, 1), box(3, 0, 7, 1), true],
  ["crosswise", box(0, 1, 4, 2), box(1, 0, 2, 4), true],
  ["one in the other", box(0, 0, 4, 4), box(1, 1, 2, 2), true],
  ["one in a corner of the other", box(0, 0, 4, 4), box(0, 0, 2, 2), true],
  ["one and the same", box(0, 0, 4, 4), box(0, 0, 4, 4), true],
  [
    "the same with another first corner",
    box(0, 0, 4, 4),
    [
      [4, 4],
      [0, 4],
      [0, 0],
      [2, 0],
      [4, 0],
    ],
    true,
  ],
  ["one between the arms of the other", horseshoe, box(4, 3, 6, 5), false],
  ["one filling the gap of the other", horseshoe, box(2, 2, 8, 6), false],
  ["one reaching from arm to arm", horseshoe, box(1, 3, 9, 5), true],
])("outlines %s", (_how, one, other, isOverlap) => {
  expect([overlaps(one, other), overlaps(other, one)]).toEqual([isOverlap, isOverlap]);
});

test.each<[string, Ring, boolean]>([
  ["well inside", box(1, 0.5, 9, 1.5), true],
  ["along the border", box(0, 0, 10, 2), true],
  ["in the gap, touching all around", box(2, 2, 8, 6), false],
  ["across the gap with all corners inside", box(1, 3, 9, 5), false],
  [
    "across a corner of the gap",
    [
      [1, 3],
      [3, 1],
      [4, 4],
    ],
    false,
  ],
  ["beside it", box(11, 0, 12, 1), false],
])("%s of a horseshoe", (_where, inner, isWithin) => {
  expect(liesWithin(horseshoe, inner)).toBe(isWithin);
});
