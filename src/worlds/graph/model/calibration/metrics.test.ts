import fc from "fast-check";
import { expect, test } from "vitest";
import { calibrationOf, calibrationStatus, type Judged, shouldRecalibrate } from "./metrics.ts";

const judged = fc.array(
  fc.record({ confidence: fc.double({ min: 0, max: 1, noNaN: true }), outcome: fc.constantFrom(0, 0.5, 1) }),
  { minLength: 1, maxLength: 60 },
);

test("says nothing where nothing was judged", () => {
  const nothing = calibrationOf([]);
  expect(nothing).toEqual({ ece: null, mce: null, brier: null, sample_count: 0 });
  expect(calibrationStatus(nothing)).toBe("Unknown");
  expect(shouldRecalibrate(nothing)).toBe(false);
});

test("is the sum by hand", () => {
  const said: Judged[] = [
    { confidence: 0.9, outcome: 1 },
    { confidence: 0.9, outcome: 0 },
    { confidence: 0.2, outcome: 0 },
    { confidence: 0.2, outcome: 0 },
  ];
  const { ece, mce, brier } = calibrationOf(said);
  expect(ece).toBeCloseTo(0.5 * 0.4 + 0.5 * 0.2, 12);
  expect(mce).toBeCloseTo(0.4, 12);
  expect(brier).toBeCloseTo((0.01 + 0.81 + 0.04 + 0.04) / 4, 12);
});

test("lies between 0 and 1, the worst bin no better than the mean, whatever was said", () => {
  fc.assert(
    fc.property(judged, (said) => {
      const { ece, mce, brier } = calibrationOf(said);
      for (const value of [ece, mce, brier]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
      expect(mce ?? 0).toBeGreaterThanOrEqual((ece ?? 0) - 1e-12);
    }),
    { seed: 5, numRuns: 100 },
  );
});

test("who is always right and says so is perfectly calibrated, who is always wrong and sure is not", () => {
  const sure = (outcome: number) => calibrationOf(Array.from({ length: 9 }, () => ({ confidence: 1, outcome })));
  expect(sure(1)).toMatchObject({ ece: 0, mce: 0, brier: 0 });
  expect(calibrationStatus(sure(1))).toBe("Excellent");
  expect(sure(0)).toMatchObject({ ece: 1, mce: 1, brier: 1 });
  expect(shouldRecalibrate(sure(0))).toBe(true);
});
