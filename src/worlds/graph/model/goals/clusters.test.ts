import { expect, test } from "vitest";
import { clusterBy, clusterCount, clusterOf } from "./clusters.ts";

/** Three groups that lie apart: things of one group are alike by 0.9, others by 0.1. */
const GROUPS = ["a", "b", "a", "c", "b", "a", "c", "b", "c", "a", "a", "b"];
const likeness = (one: number, other: number) => (one === other ? 1 : GROUPS[one] === GROUPS[other] ? 0.9 : 0.1);

test("finds the groups that are there", () => {
  const clusters = clusterBy(GROUPS.length, likeness, 3);
  expect(clusters.map(({ members }) => members.map((member) => GROUPS[member]).join(""))).toEqual([
    "aaaaa",
    "bbbb",
    "ccc",
  ]);
  for (const { coherence } of clusters) expect(coherence).toBeCloseTo(0.9, 12);
});

test("a group that hangs together less is less coherent", () => {
  const loose = clusterOf([0, 1, 2, 3], (one, other) => (one === other ? 1 : one + other === 3 ? 0.2 : 0.8));
  const tight = clusterOf([0, 1, 2, 3], (one, other) => (one === other ? 1 : 0.8));
  expect(loose.coherence).toBeLessThan(tight.coherence);
});

test("the middle of a group is what is most like the rest", () => {
  const line = (one: number, other: number) => 1 - Math.abs(one - other) / 10;
  expect(clusterOf([0, 1, 2, 3, 4], line).medoid).toBe(2);
});

test("looks for as many groups as the contract says, and for none among too few", () => {
  expect([3, 6, 8, 50, 200].map(clusterCount)).toEqual([1, 2, 2, 5, 10]);
  expect(clusterBy(2, likeness)).toEqual([]);
  expect(clusterBy(0, likeness)).toEqual([]);
});

test("the same things come to the same groups", () => {
  expect(clusterBy(GROUPS.length, likeness)).toEqual(clusterBy(GROUPS.length, likeness));
});
