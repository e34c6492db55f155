import fc from "fast-check";
import { expect, test } from "vitest";
import { isNear, isPair, type MergeView, type Pair, planMerges, redundancyOf } from "./consolidation.ts";

const view = (id: string, rest: Partial<MergeView> = {}): MergeView => ({
  id,
  created_at: 0,
  accesses: 0,
  importance: 0.5,
  alignment: 0.6,
  chars: 10,
  ...rest,
});
const pair = (one: MergeView, other: MergeView, similarity: number): Pair => ({ one, other, similarity });

test("merges what is alike enough into what is used more, and nothing else", () => {
  const [a, b, c] = [view("a"), view("b", { accesses: 2 }), view("c")];
  const plan = planMerges([pair(a, b, 0.95), pair(b, c, 0.8), pair(a, c, 0.5)], 0.85, 50);
  expect(plan).toEqual([
    { source_ids: ["a"], target_id: "b", similarity: 0.95, combined_alignment: expect.closeTo(0.6, 12) },
  ]);
});

test("the longer stays where both are used alike, then the earlier", () => {
  expect(planMerges([pair(view("a"), view("b", { chars: 90 }), 0.9)], 0.85, 9)[0]?.target_id).toBe("b");
  expect(planMerges([pair(view("a", { created_at: 5 }), view("b"), 0.9)], 0.85, 9)[0]?.target_id).toBe("b");
});

test("leaves apart what serves the goal differently", () => {
  expect(planMerges([pair(view("a"), view("b", { alignment: 0.7 }), 0.99)], 0.85, 9)).toEqual([]);
});

test("merges no more than it may", () => {
  const views = ["a", "b", "c", "d"].map((id) => view(id));
  const pairs = views.flatMap((one, n) => views.slice(n + 1).map((other) => pair(one, other, 0.95)));
  const merged = (max: number) => planMerges(pairs, 0.85, max).flatMap(({ source_ids }) => source_ids);
  expect(merged(2)).toHaveLength(2);
  expect(merged(50)).toHaveLength(3);
});

test("lowers redundancy, never loses a memory on the way, and leaves no chain, whatever is alike", () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const likeness = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 15, maxLength: 15 });
  fc.assert(
    fc.property(likeness, (values) => {
      const views = ids.map((id, n) => view(id, { accesses: n % 3 }));
      let at = 0;
      const pairs = views.flatMap((one, n) => views.slice(n + 1).map((other) => pair(one, other, values[at++] ?? 0)));
      const plan = planMerges(pairs, 0.7, 50);
      const gone = plan.flatMap(({ source_ids }) => source_ids);
      expect(new Set(gone).size).toBe(gone.length);
      for (const { target_id } of plan) expect(gone).not.toContain(target_id);
      const left = ids.filter((id) => !gone.includes(id));
      const [before, after] = [redundancyOf(ids, pairs, 0.7), redundancyOf(left, pairs, 0.7)];
      if (plan.length > 0) expect(after).toBeLessThan(before as number);
      else expect(after).toBe(before);
    }),
    { seed: 8, numRuns: 200 },
  );
});

test("each strategy looks at its own pairs", () => {
  const day = 24 * 3_600_000;
  expect(isPair("temporal", view("a"), view("b", { created_at: day - 1 }))).toBe(true);
  expect(isPair("temporal", view("a"), view("b", { created_at: day }))).toBe(false);
  expect(isPair("semantic", view("a"), view("b", { alignment: 0.4 }))).toBe(false);
  expect(isPair("similarity", view("a"), view("b", { created_at: day * 9, alignment: 0 }))).toBe(true);
  expect([isNear("similarity", 0.7, 0.85), isNear("similarity", 0.8, 0.85), isNear("temporal", 0, 1)]).toEqual([
    false,
    true,
    true,
  ]);
});

test("where nothing was looked at, nothing is said of redundancy", () => {
  expect(redundancyOf([], [], 0.8)).toBeNull();
});
