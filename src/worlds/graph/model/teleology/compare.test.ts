import { describe, expect, test } from "vitest";
import { type CompareOptions, compare, STRATEGIES } from "./compare.ts";
import { synergyOf } from "./synergy.ts";
import { type TeleologicalVector, vectorOf } from "./vector.ts";

const SYNERGY = synergyOf(undefined);
const OPTIONS: CompareOptions = {
  strategy: "cosine",
  scope: "full",
  weights: { purpose: 0.4, correlations: 0.35, groups: 0.15 },
  synergy: SYNERGY,
};
const made = (alignment: (space: number) => number): TeleologicalVector =>
  vectorOf(
    Array.from({ length: 13 }, (_, space) => alignment(space)),
    SYNERGY,
  );
const one = made((space) => 0.2 + 0.05 * space);
const near = made((space) => 0.25 + 0.05 * space);
const far = made((space) => 0.9 - 0.06 * space);

describe.each(STRATEGIES)("%s", (strategy) => {
  test("puts the nearer before the farther, the same first, and is the same both ways", () => {
    const alike = (a: TeleologicalVector, b: TeleologicalVector) => compare(a, b, { ...OPTIONS, strategy });
    expect(alike(one, one)).toBeGreaterThanOrEqual(alike(one, near));
    expect(alike(one, near)).toBeGreaterThan(alike(one, far));
    expect(alike(one, far)).toBeCloseTo(alike(far, one), 12);
  });

  test.each(["causal", "qualitative", "relational", "factual"] as const)(
    "tells vectors apart by the group %s alone",
    (group) => {
      const alike = (b: TeleologicalVector) => compare(one, b, { ...OPTIONS, strategy, groups: [group] });
      const moved = made(
        (space) => ({ 4: 0.95, 9: 0.05, 7: 0.9, 8: 0.1, 0: 0.9, 10: 0.1, 11: 0.9, 12: 0.1 })[space] ?? 0.5,
      );
      expect(alike(moved)).toBeLessThan(alike(one));
      expect(alike(one)).toBeGreaterThan(0.8);
    },
  );
});

test("weights of more than one in all count in proportion, and still tell vectors apart", () => {
  const alike = (b: TeleologicalVector, by: number) =>
    compare(one, b, { ...OPTIONS, weights: { purpose: by, correlations: by, groups: by } });
  expect(alike(far, 1)).toBeLessThan(alike(near, 1));
  expect(alike(near, 1)).toBeLessThan(1);
  expect(alike(far, 1)).toBeCloseTo(alike(far, 1 / 3), 12);
});

test("weights of none leave the confidence", () => {
  const alike = compare(one, far, { ...OPTIONS, weights: { purpose: 0, correlations: 0, groups: 0 } });
  expect(alike).toBeCloseTo(Math.min(one.confidence, far.confidence), 12);
});

test("compression compares other numbers than the plain cosine", () => {
  const plain = compare(one, far, OPTIONS);
  expect(compare(one, far, { ...OPTIONS, strategy: "tucker_compressed" })).not.toBeCloseTo(plain, 4);
});
