import { expect, test } from "vitest";
import { isAlarmed, type Meta, metaAccuracy, metaScore, metaTrend, NO_META, reflect } from "./meta.ts";

const after = (...scores: number[]): Meta => scores.reduce(reflect, NO_META);

test("knows nothing of its foresight before it foresaw anything", () => {
  expect(metaAccuracy(NO_META)).toBe(0.5);
  expect(after(0.7)).toEqual({ ...NO_META, expected: 0.7 });
});

test("is accurate where things go on as before, and less so where they jump", () => {
  expect(metaAccuracy(after(0.4, 0.4, 0.4, 0.4))).toBe(1);
  expect(metaAccuracy(after(0.1, 0.9, 0.1, 0.9))).toBeLessThan(metaAccuracy(after(0.4, 0.5, 0.4, 0.5)));
});

test("keeps the last twenty", () => {
  expect(after(...Array.from({ length: 50 }, (_, index) => index / 50)).history).toHaveLength(20);
});

test("is alarmed after learning more than it expected five times in a row, and calm after one that it did not", () => {
  const rising = after(0.1, 0.3, 0.5, 0.7, 0.8, 0.9);
  expect(rising.low_run).toBe(5);
  expect(isAlarmed(rising)).toBe(true);
  expect(rising.monitor_hz).toBeGreaterThan(NO_META.monitor_hz);
  expect(isAlarmed(reflect(rising, 0))).toBe(false);
});

test("scores a half where exactly the expected was learned, more where less was", () => {
  expect(metaScore({ predicted: 0.3, actual: 0.3 })).toBe(0.5);
  expect(metaScore({ predicted: 0.9, actual: 0.1 })).toBeGreaterThan(0.5);
});

test("tells whether its foresight gets better", () => {
  expect(metaTrend(after(0, 1, 0, 1, 0, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5))).toBe("improving");
  expect(metaTrend(after(0.5, 0.5, 0.5))).toBe("stable");
  expect(metaTrend(NO_META)).toBe("stable");
});
