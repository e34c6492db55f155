import { expect, test } from "vitest";
import type { Prediction } from "../prediction.ts";
import { randomFrom } from "../random.ts";
import { advisedLevels, type Level, recalibrate } from "./levels.ts";
import { driftScores, measured, measuredIn, NOTHING_LEARNED } from "./prediction.ts";
import { thresholdsOf } from "./thresholds.ts";

const prediction = (n: number, similarity: number, outcome: number): Prediction => ({
  id: `${n}`,
  query_id: "q",
  result_id: `r${n}`,
  domain: "General",
  similarity,
  spaces: Array.from({ length: 13 }, (_, space) => (space === 5 ? null : similarity)),
  outcome,
});

/** Too sure: everything is similar, half of it is wrong. */
const OVERSURE = Array.from({ length: 30 }, (_, n) => prediction(n, n % 2 === 0 ? 0.95 : 0.9, n % 2 === 0 ? 1 : 0));
const run = (level: Level, predictions = OVERSURE) =>
  recalibrate(level, "General", predictions, NOTHING_LEARNED, randomFrom(1));

test("levels say so when there is too little to learn from", () => {
  for (const level of [2, 3, 4] as const) expect(run(level, OVERSURE.slice(0, 9))).toBeUndefined();
  expect(run(1, OVERSURE.slice(0, 2))).toBeUndefined();
});

test("temperature lowers the error it was fitted for", () => {
  const after = run(2)?.learned ?? NOTHING_LEARNED;
  expect(measured(OVERSURE, after).brier).toBeLessThan(measured(OVERSURE, NOTHING_LEARNED).brier ?? 0);
  expect(after.temperature).toBeGreaterThan(1);
  expect(run(2)?.losses?.[5]).toBeNull();
});

test("every level but temperature moves the threshold of acceptance, and keeps it in range", () => {
  const before = thresholdsOf(NOTHING_LEARNED, "General").theta_acc;
  const split = OVERSURE.map((one) => ({ ...one, similarity: one.outcome === 1 ? 0.7 : 0.62 }));
  for (const level of [1, 3, 4] as const) {
    const { theta_acc } = thresholdsOf(run(level, level === 4 ? split : OVERSURE)?.learned, "General");
    expect(theta_acc).not.toBe(before);
    expect(theta_acc).toBeLessThanOrEqual(0.85);
  }
  // Where no threshold would have decided better, the best is the one there is.
  expect(thresholdsOf(run(4)?.learned, "General").theta_acc).toBe(before);
  // Where nothing was ever wrong, there is no middle to move to.
  const right = OVERSURE.map((one) => ({ ...one, outcome: 1 }));
  expect(thresholdsOf(run(1, right)?.learned, "General").theta_acc).toBe(before);
});

test("counts how often it was recalibrated, and leaves other domains alone", () => {
  const after = run(4)?.learned;
  expect(after?.recalibrations).toBe(1);
  expect(thresholdsOf(after, "Code")).toEqual(thresholdsOf(undefined, "Code"));
});

test("advises the deeper levels the worse it is", () => {
  const at = (ece: number, drift = 0) => advisedLevels({ ece, mce: 0, brier: 0, sample_count: 1 }, { E1: drift });
  expect(at(0.02)).toEqual({ level2: false, level3: false, level4: false });
  expect(at(0.12)).toEqual({ level2: true, level3: true, level4: false });
  expect(at(0.2)).toEqual({ level2: true, level3: true, level4: true });
  expect(at(0, 2.5)).toEqual({ level2: true, level3: false, level4: false });
});

test("tells drift and calibration for each space that says something", () => {
  const scores = driftScores(
    OVERSURE,
    Array.from({ length: 13 }, (_, n) => `E${n + 1}`),
  );
  expect(Object.keys(scores)).not.toContain("E6");
  expect(scores.E1).toBeGreaterThanOrEqual(0);
  expect(measuredIn(OVERSURE, NOTHING_LEARNED, 0)).toMatchObject({ poor: true });
  expect(measuredIn(OVERSURE, NOTHING_LEARNED, 5)).toMatchObject({ poor: false, metrics: { sample_count: 0 } });
});
