import fc from "fast-check";
import { expect, test } from "vitest";
import {
  advance,
  forecastOrder,
  NATURAL_FREQUENCIES,
  type Oscillators,
  orderOf,
  oscillatorsAt,
  restingOscillators,
  stimulated,
  syncStateOf,
} from "./kuramoto.ts";

const START = restingOscillators(0);

test("begins spread evenly, with nothing in step", () => {
  expect(orderOf(START.phases).r).toBeCloseTo(0, 12);
  expect(START.phases).toHaveLength(13);
});

test("raising the coupling raises the order, all the way", () => {
  const orders = [0, 0.5, 1, 2, 2.5, 3, 4, 10].map((coupling) =>
    forecastOrder(advance(START.phases, 2.5, 5), coupling),
  );
  expect([...orders].sort((a, b) => a - b)).toEqual(orders);
  expect(orders[0]).toBeLessThan(0.6);
  expect(orders.at(-1)).toBeGreaterThan(0.98);
});

test("what is forecast is what comes", () => {
  const from = advance(START.phases, 1, 3);
  const seen: number[] = [];
  advance(from, 3, 10, ({ r }) => seen.push(r));
  const last = seen.slice(500);
  expect(forecastOrder(from, 3)).toBeCloseTo(last.reduce((sum, r) => sum + r, 0) / last.length, 12);
});

test("the mean field is the sum over all pairs", () => {
  const phases = advance(START.phases, 2, 1.23);
  const [next] = [advance(phases, 2, 0.01)];
  const turn = 2 * Math.PI;
  for (const [i, phase] of phases.entries()) {
    const pull = phases.reduce((sum, other) => sum + Math.sin(other - phase), 0);
    const moved = phase + 0.01 * ((NATURAL_FREQUENCIES[i] ?? 0) + (2 / 13) * pull);
    expect(next[i]).toBeCloseTo(((moved % turn) + turn) % turn, 10);
  }
});

test("stands still once a second has passed without anything happening", () => {
  const row: Oscillators = { ...START, at: 1000 };
  expect(oscillatorsAt(row, 2000).phases).toEqual(oscillatorsAt(row, 900_000).phases);
  expect(oscillatorsAt(row, 1000).phases).toEqual(row.phases);
  expect(oscillatorsAt(row, 1500).elapsed_seconds).toBeCloseTo(0.5, 12);
  // A clock that was set back moves nothing.
  expect(oscillatorsAt(row, 0).phases).toEqual(row.phases);
});

test("a memory brings the spaces that it speaks to closer together, and leaves the others where they are", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (hundredths) => {
      const before = oscillatorsAt({ ...START, phases: advance(START.phases, 1, hundredths / 100) }, 0);
      const activation = START.phases.map((_, index) => (index < 4 ? 1 : 0));
      const after = stimulated(before, activation);
      expect(orderOf(after.phases.slice(0, 4)).r).toBeGreaterThanOrEqual(orderOf(before.phases.slice(0, 4)).r - 1e-12);
      expect(after.phases.slice(4)).toEqual(before.phases.slice(4));
    }),
    { seed: 3, numRuns: 50 },
  );
});

test("calls an order by its thresholds", () => {
  expect([0.2, 0.5, 0.8, 0.95, 0.96].map(syncStateOf)).toEqual([
    "FRAGMENTED",
    "EMERGING",
    "COHERENT",
    "COHERENT",
    "HYPERSYNC",
  ]);
});
