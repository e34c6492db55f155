import { expect, test } from "vitest";
import { BASE_SYNERGY, correlationsOf, synergyOf } from "./synergy.ts";

test("is symmetric, one on the diagonal, and learned values come first", () => {
  for (const [one, row] of BASE_SYNERGY.entries()) {
    expect(row).toHaveLength(13);
    expect(row[one]).toBe(1);
    for (const [other, value] of row.entries()) expect(value).toBe(BASE_SYNERGY[other]?.[one]);
  }
  expect(synergyOf(undefined)).toBe(BASE_SYNERGY);
  expect(synergyOf({ matrix: [[1]], updates: 3 })).toEqual([[1]]);
});

test("two spaces say as much together as each does and their synergy allows", () => {
  const alignments = Array.from({ length: 13 }, (_, space) => (space < 2 ? 0.5 : 0));
  const correlations = correlationsOf(alignments, BASE_SYNERGY);
  expect(correlations).toHaveLength(78);
  expect(correlations[0]).toBeCloseTo(0.5 * 0.6, 12);
  expect(correlations.slice(1).every((value) => value === 0)).toBe(true);
});
