import { expect, test } from "vitest";
import { type HeldOpen, whoGivesWay } from "./who-gives-way.ts";

const held = (holder: string, lastUsedMs: number, worth = 1, busy = false): HeldOpen => ({
  holder,
  lastUsedMs,
  isBusy: () => busy,
  worth: () => worth,
});

test("nobody gives way while there is room", () => {
  expect(whoGivesWay([held("ada", 1), held("bob", 2)], "ada", { each: 2, all: 3 })).toBeUndefined();
});

test("beyond its own share, the oldest idle one of the same holder gives way", () => {
  const [busy, old, young] = [held("ada", 1, 1, true), held("ada", 5), held("ada", 9)];

  expect(whoGivesWay([held("bob", 0), young, busy, old], "ada", { each: 3, all: 9 })).toBe(old);
});

test("what was never used gives way before what was, and what is listened to last", () => {
  const [unused, listening, used] = [held("ada", 9, 0), held("ada", 1, 2), held("ada", 2, 1)];

  expect(whoGivesWay([listening, used, unused], "ada", { each: 3, all: 9 })).toBe(unused);
  expect(whoGivesWay([listening, used], "ada", { each: 2, all: 9 })).toBe(used);
});

test("where all are too many, one of whoever holds most gives way, and not the newcomer's neighbour", () => {
  const greedy = [held("eve", 8), held("eve", 7), held("eve", 9)];

  expect(whoGivesWay([held("bob", 1), ...greedy], "ada", { each: 5, all: 4 })).toBe(greedy[1]);
});

test("where everything is in use, one more is refused", () => {
  expect(() => whoGivesWay([held("ada", 1, 1, true)], "ada", { each: 1, all: 9 })).toThrow(
    expect.objectContaining({ code: "session_limit" }),
  );
});
