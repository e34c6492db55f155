import { expect, test } from "vitest";
import { modulatorsAt } from "../modulators.ts";
import { eachSpace } from "../spaces/names.ts";
import { type Pooled, type RankOptions, rankPool } from "./rank-pool.ts";
import { STAGE_WEIGHTS } from "./weights.ts";

const AT_REST = modulatorsAt(undefined, 0);
const everywhere = (value: number) => eachSpace(() => value);

/** The places of the pool in their order, with tokens as given. */
function orderOf(pool: readonly Pooled[], tokens: readonly number[], options: Partial<RankOptions> = {}) {
  const measures = { theta: () => 0, tokens: (at: number) => tokens[at] ?? 0.6 };
  return rankPool(pool, measures, { limit: 10, modulators: AT_REST, ...options });
}

test("keeps the order of the index far down, where its scores are small beside one", () => {
  // As the index scores: each place a third of the one before. The spaces know nothing but noise.
  const pool = Array.from({ length: 30 }, (_, at) => ({ index: 3 ** -at, spaces: everywhere((at * 7) % 30) }));
  expect(orderOf(pool, []).map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("lets tokens decide between what the index finds nearly alike", () => {
  const pool = [0.5, 0.48, 0.46].map((index) => ({ index, spaces: everywhere(0.5) }));
  expect(orderOf(pool, [0.5, 0.6, 0.8]).map(({ at }) => at)).toEqual([2, 1, 0]);
});

test("ranks what the index does not name by the spaces, below all that it names", () => {
  const pool = [
    { index: 0, spaces: everywhere(0.2) },
    { index: 0, spaces: everywhere(0.9) },
    { index: 0.0001, spaces: everywhere(0.1) },
  ];
  const ranked = orderOf(pool, []);
  expect(ranked.map(({ at }) => at)).toEqual([2, 1, 0]);
  expect(ranked.every(({ similarity }) => similarity > 0 && similarity < 0.2)).toBe(true);
});

test("gives one to what agrees in everything, and the powers of its parts add up to one", () => {
  expect(orderOf([{ index: 1, spaces: everywhere(1) }], [1])[0]?.similarity).toBeCloseTo(1, 12);
  const { index, fusion, tokens } = STAGE_WEIGHTS;
  expect(index + fusion + tokens).toBeCloseTo(1, 12);
});

test("dopamine sets the best apart, noradrenaline brings them nearer, and neither changes the order", () => {
  const pool = [0.9, 0.3, 0.1].map((index) => ({ index, spaces: everywhere(index) }));
  const lead = (levels: Partial<typeof AT_REST>) => {
    const ranked = orderOf(pool, [0.9, 0.7, 0.5], { modulators: { ...AT_REST, ...levels } });
    expect(ranked.map(({ at }) => at)).toEqual([0, 1, 2]);
    return (ranked[0]?.similarity ?? 0) / (ranked[2]?.similarity ?? 1);
  };
  expect(lead({ dopamine: 5 })).toBeGreaterThan(lead({}));
  expect(lead({ noradrenaline: 2 })).toBeLessThan(lead({}));
});

test("a goal orders what is nearly alike, more so the more it counts, and without one alignment counts for nothing", () => {
  const pool = [0.5, 0.5].map((index) => ({ index, spaces: everywhere(0.5) }));
  const measures = { theta: (at: number) => [0.2, 0.9][at] ?? 0, tokens: () => 0.6 };
  const ranked = (goalWeight: number) => rankPool(pool, measures, { limit: 2, goalWeight, modulators: AT_REST });
  const lead = (goalWeight: number) =>
    (ranked(goalWeight)[0]?.similarity ?? 0) / (ranked(goalWeight)[1]?.similarity ?? 1);
  expect(ranked(0).map(({ at }) => at)).toEqual([0, 1]);
  expect(lead(0)).toBe(1);
  expect(ranked(1).map(({ at }) => at)).toEqual([1, 0]);
  expect(lead(1.1)).toBeGreaterThan(lead(1));
});
