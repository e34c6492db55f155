import { expect, test } from "vitest";
import { randomCalls } from "../reliability/building-calls.ts";

test("5 000 random calls of an agent, good and bad: no fault of ours, the same state each time, every event with who and why", async () => {
  const [first, again] = [await randomCalls(1, 5000), await randomCalls(1, 5000)];
  expect(again).toEqual(first);
  expect(first.done).toBeGreaterThan(1000);
  expect(first.refused).toBeGreaterThan(500);
  process.stdout.write(`${JSON.stringify(first)}\n`);
});
