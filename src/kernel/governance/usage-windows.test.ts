import { expect, test } from "vitest";
import { createUsageWindows } from "./usage-windows.ts";

test("a hundred thousand users, one a second, leave only those of the last minute behind", () => {
  const windows = createUsageWindows(60_000, 1000);
  const sizes = new Set<number>();
  for (let n = 0; n < 100_000; n++) {
    windows.of(`user ${n}`, n * 1000).calls += 1;
    sizes.add(windows.size);
  }

  expect(Math.max(...sizes)).toBe(60);
});

test("a hundred thousand within one minute leave no more than the bound, and the oldest went first", () => {
  const windows = createUsageWindows(60_000, 1000);
  for (let n = 0; n < 100_000; n++) windows.of(`user ${n}`, 0).calls += 1;

  expect(windows.size).toBe(1000);
  expect(windows.of("user 99000", 0).calls).toBe(1);
  expect(windows.of("user 98999", 0).calls).toBe(0);
});

test("who comes again in another minute counts as new, and stays while others go", () => {
  const windows = createUsageWindows(60_000, 3);
  windows.of("regular", 0).calls += 1;
  windows.of("guest", 1000).calls += 1;
  windows.of("regular", 60_000).calls += 5;
  windows.of("next", 60_500);
  windows.of("last", 60_500);

  expect([windows.size, windows.of("regular", 61_000).calls, windows.of("guest", 61_000).calls]).toEqual([3, 5, 0]);
});

test("a call in flight keeps its count however long it takes and however many come", () => {
  const windows = createUsageWindows(60_000, 3);
  windows.of("slow", 0).inFlight += 1;
  for (let n = 0; n < 10; n++) windows.of(`user ${n}`, 120_000);

  expect([windows.size, windows.of("slow", 120_000).inFlight]).toEqual([3, 1]);
});
