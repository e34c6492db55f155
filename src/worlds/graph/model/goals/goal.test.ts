import { expect, test } from "vitest";
import { dominantSpaces, goalConfidence, goalLevel, isAbove, parentOf, tellingWords } from "./goal.ts";

test("is of the highest level whose size and coherence it has", () => {
  expect([
    goalLevel(50, 0.85),
    goalLevel(50, 0.8),
    goalLevel(20, 0.8),
    goalLevel(10, 0.75),
    goalLevel(100, 0.7),
    goalLevel(3, 0.99),
  ]).toEqual(["NorthStar", "Strategic", "Strategic", "Tactical", "Operational", "Operational"]);
  expect(isAbove("Strategic", "Tactical")).toBe(true);
  expect(isAbove("Tactical", "Tactical")).toBe(false);
});

test("is surer of a cluster that holds together better, is larger, stands out in more spaces", () => {
  const base = goalConfidence(0.7, 10, 2);
  for (const more of [goalConfidence(0.8, 10, 2), goalConfidence(0.7, 11, 2), goalConfidence(0.7, 10, 3)]) {
    expect(more).toBeGreaterThan(base);
  }
  expect(goalConfidence(1, 50, 3)).toBeCloseTo(1, 12);
});

test("is about the spaces in which its members are more alike than everything is", () => {
  expect(dominantSpaces([0.9, 0.5, 0.8, 0.7, 0.4], [0.3, 0.5, 0.3, 0.3, 0.6])).toEqual([0, 2, 3]);
  expect(dominantSpaces([0.5], [0.5])).toEqual([]);
});

test("is named by the words that its members have and others have not", () => {
  const members = [
    ["rust", "borrow", "the"],
    ["rust", "lifetime", "the"],
    ["rust", "borrow"],
  ];
  const others = [
    ["the", "garden"],
    ["the", "rose"],
    ["soil", "the"],
  ];
  expect(tellingWords(members, [...members, ...others]).slice(0, 2)).toEqual(["rust", "borrow"]);
});

test("has the most similar goal above it, if any is similar at all", () => {
  expect(parentOf([0.5, 0.8, 0.6])).toBe(1);
  expect(parentOf([0.49])).toBeUndefined();
});
