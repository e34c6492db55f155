import { expect, test } from "vitest";
import type { JsonObject } from "../../../../kernel/index.ts";
import { modulatorsAt } from "../modulators.ts";
import { IMPRESSED, type Impression, impress } from "./impress.ts";
import { orderOf } from "./kuramoto.ts";

const MEMORY: Impression = {
  memory_id: "m",
  activation: Array.from({ length: 13 }, () => 0.6),
  purpose: Array.from({ length: 13 }, (_, index) => 0.3 + index / 50),
  importance: 0.8,
  alignment: 0.7,
  surprise: 0.5,
  learning: 0.4,
};

function after(count: number, change: Partial<Impression> = {}): Record<string, JsonObject> {
  let rows: Record<string, JsonObject> = {};
  for (let n = 0; n < count; n++) rows = impress(rows, { ...MEMORY, memory_id: `m${n}`, ...change }, 1000 + n * 1000);
  return rows;
}

const order = (rows: Record<string, JsonObject>) => orderOf(rows.oscillators?.phases as number[]).r;

test("moves every row that it names, and no other", () => {
  expect(Object.keys(after(1)).sort()).toEqual([...IMPRESSED].sort());
});

test("memories bring the oscillators in step, and then memories win the workspace", () => {
  expect(order(after(12))).toBeGreaterThan(order(after(2)));
  expect(after(1).workspace).toMatchObject({ active: null });
  expect(after(12).workspace).toMatchObject({ active: { memory_id: "m11" } });
  expect(modulatorsAt(after(12).modulators, 12_000).dopamine).toBeGreaterThan(3);
});

test("a memory that speaks in all spaces brings them closer together at that moment", () => {
  for (const count of [2, 3, 5]) {
    const rows = after(count);
    const at = 1000 + count * 1000;
    const silent = impress(rows, { ...MEMORY, activation: [] }, at);
    expect(order(impress(rows, MEMORY, at))).toBeGreaterThan(order(silent));
  }
});

test("what nobody expected raises noradrenaline, the known lowers it", () => {
  const level = (surprise: number) => modulatorsAt(after(1, { surprise }).modulators, 1000).noradrenaline;
  expect(level(1)).toBeGreaterThan(level(0.8));
  expect(level(0.8)).toBeGreaterThan(level(0.5));
  expect(level(0.5)).toBeGreaterThan(level(0.1));
});

test("the same memories at the same times come to the same rows, to the last bit", () => {
  expect(after(9)).toEqual(after(9));
});
