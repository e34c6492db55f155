import { expect, test } from "vitest";
import { randomCalls } from "./building-calls.ts";

test("200 random calls of an agent, good and bad: no fault of ours, the same state each time, every event with who and why", async () => {
  const [first, again] = [await randomCalls(7, 200), await randomCalls(7, 200)];
  expect(again).toEqual(first);
  expect(first.done).toBeGreaterThan(50);
  expect(first.refused).toBeGreaterThan(20);
});
