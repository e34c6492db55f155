import fc from "fast-check";
import { expect, test } from "vitest";
import { learnSynergy } from "./synergy-feedback.ts";

const MATRIX = [
  [1, 0.6, 0.9],
  [0.6, 1, 0.3],
  [0.9, 0.3, 1],
];
const OPTIONS = { relevance: 1, rate: 0.1, scope: "contributing_pairs" } as const;

test("relevant feedback raises the pairs that spoke in both, on both sides of the diagonal", () => {
  const { matrix, moved, total_change } = learnSynergy(MATRIX, [0.5, 0, 0.5], [0.4, 0.4, 0.4], OPTIONS);
  expect(moved).toEqual([
    { pair: [0, 1], before: 0.6, after: expect.closeTo(0.62, 12) },
    { pair: [1, 2], before: 0.3, after: expect.closeTo(0.32, 12) },
  ]);
  expect(matrix[0]?.[1]).toBe(matrix[1]?.[0]);
  expect(matrix[0]?.[2]).toBe(0.9);
  expect(total_change).toBeCloseTo(0.04, 12);
  expect(MATRIX[0]?.[1]).toBe(0.6);
});

test("irrelevance lowers them, half relevance leaves them", () => {
  const low = learnSynergy(MATRIX, [0.5, 0.5, 0.5], [0.4, 0.4, 0.4], { ...OPTIONS, relevance: 0 });
  for (const { before, after } of low.moved) expect(after).toBeLessThan(before);
  expect(learnSynergy(MATRIX, [0.5], [0.5], { ...OPTIONS, relevance: 0.5 }).moved).toEqual([]);
});

test("learns only where it was told to", () => {
  const pairs = (scope: "all_pairs" | "high_synergy_only") =>
    learnSynergy(MATRIX, [0.5, 0.5, 0.05], [0.4, 0.4, 0.05], { ...OPTIONS, scope }).moved.map(({ pair }) =>
      pair.join(),
    );
  expect(pairs("high_synergy_only")).toEqual(["0,2"]);
  expect(pairs("all_pairs")).toEqual(["0,1", "0,2", "1,2"]);
});

test("stays symmetric, in range and one on the diagonal, however often it learns", () => {
  const steps = fc.array(
    fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0.001, max: 0.5, noNaN: true })),
    {
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(steps, (taken) => {
      let matrix: readonly (readonly number[])[] = MATRIX;
      for (const [relevance, rate] of taken) {
        ({ matrix } = learnSynergy(matrix, [1, 0.7, 0.2], [1, 0.9, 0.3], { relevance, rate, scope: "all_pairs" }));
      }
      for (const [one, row] of matrix.entries()) {
        for (const [other, value] of row.entries()) {
          expect(value).toBe(matrix[other]?.[one]);
          expect(value).toBeGreaterThanOrEqual(0.05);
          expect(value).toBeLessThanOrEqual(1);
        }
        expect(row[one]).toBe(1);
      }
    }),
    { seed: 9, numRuns: 60 },
  );
});
