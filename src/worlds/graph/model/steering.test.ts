import { expect, test } from "vitest";
import { steer } from "./steering.ts";

const FINE = { connectivity: 0.9, qualities: [0.8, 0.9], outcomes: [1, 1, 1, 1], learning: [0.8] };

test("is the mean of three scores, each twice the share less one", () => {
  const { value, scores } = steer(FINE);
  expect(scores.gardener).toBeCloseTo(0.8, 12);
  expect(scores.curator).toBeCloseTo(0.7, 12);
  expect(scores.assessor).toBeCloseTo(0.8, 12);
  expect(value).toBeCloseTo((0.8 + 0.7 + 0.8) / 3, 12);
});

test("each score rises with what it judges", () => {
  const base = steer({ connectivity: 0.5, qualities: [0.5], outcomes: [0, 1], learning: [0.5] });
  expect(
    steer({ connectivity: 0.6, qualities: [0.5], outcomes: [0, 1], learning: [0.5] }).scores.gardener,
  ).toBeGreaterThan(base.scores.gardener ?? 0);
  expect(
    steer({ connectivity: 0.5, qualities: [0.6], outcomes: [0, 1], learning: [0.5] }).scores.curator,
  ).toBeGreaterThan(base.scores.curator ?? 0);
  expect(
    steer({ connectivity: 0.5, qualities: [0.5], outcomes: [1, 1], learning: [0.5] }).scores.assessor,
  ).toBeGreaterThan(base.scores.assessor ?? 0);
});

test("says nothing of what nobody judged", () => {
  expect(steer({ connectivity: null, qualities: [], outcomes: [], learning: [] })).toMatchObject({
    value: null,
    scores: { gardener: null, curator: null, assessor: null },
    dominant: null,
    limiting: null,
    trend: "unknown",
    needsAttention: false,
  });
  expect(steer({ ...FINE, outcomes: [], learning: [] })).toMatchObject({
    scores: { assessor: null },
    limiting: "curator",
  });
});

test("tells where accuracy is going, and what needs attention", () => {
  expect(steer({ ...FINE, outcomes: [0, 0, 1, 1] }).trend).toBe("improving");
  expect(steer({ ...FINE, outcomes: [1, 1, 0, 0] }).trend).toBe("declining");
  expect(steer({ ...FINE, outcomes: [1, 0, 1, 0] }).trend).toBe("stable");
  expect(steer(FINE).needsAttention).toBe(false);
  expect(steer({ ...FINE, connectivity: 0.1 })).toMatchObject({ needsAttention: true, limiting: "gardener" });
});
