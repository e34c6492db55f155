import { expect, test } from "vitest";
import { activityAt, stirred, type Wake } from "./wakefulness.ts";

const MINUTE = 60_000;
const START = 1000 * MINUTE;

test("counts the time before the first write as busy", () => {
  expect(activityAt(undefined, START)).toEqual({ average: 1, level: 0, idleSeconds: 0 });
  expect(activityAt(stirred(undefined, START), START).average).toBe(1);
});

test("falls while nothing is written, and rises again when something is", () => {
  const wake = stirred(undefined, START);
  const averages = [0, 2, 5, 8, 12].map((minutes) => activityAt(wake, START + minutes * MINUTE).average);
  expect([...averages].sort((a, b) => b - a)).toEqual(averages);
  expect(averages.at(-1)).toBe(0);
  expect(activityAt(wake, START + 12 * MINUTE)).toMatchObject({ level: 0, idleSeconds: 720 });
  expect(activityAt(stirred(wake, START + 12 * MINUTE), START + 12 * MINUTE).average).toBeCloseTo(1 / 60, 12);
});

test("keeps no more than its window", () => {
  let wake: Wake | undefined;
  for (let n = 0; n < 500; n++) wake = stirred(wake, START + n * 7_000);
  expect(wake?.slots.length).toBeLessThanOrEqual(60);
  expect(activityAt(wake, START + 499 * 7_000).average).toBe(1);
});
