import fc from "fast-check";
import { expect, test } from "vitest";
import { randomFrom } from "../random.ts";
import { ARMS, chooseArm } from "./bandit.ts";
import { driftOf, movingAverage } from "./drift-tracker.ts";
import { calibrationOf } from "./metrics.ts";
import { optimize } from "./optimizer.ts";
import { fitTemperature, judgedAt, temperatureRange, tempered } from "./temperature.ts";
import { DOMAINS, domainOf, orderly, priorThresholds, THRESHOLD_RANGES, thresholdsOf } from "./thresholds.ts";

const samples = fc.array(
  fc.record({ similarity: fc.double({ min: 0, max: 1, noNaN: true }), outcome: fc.constantFrom(0, 1) }),
  { minLength: 10, maxLength: 80 },
);

test("a temperature of one leaves a similarity as it is, a higher one makes it more careful", () => {
  expect(tempered(0.83, 1)).toBeCloseTo(0.83, 9);
  expect(tempered(0.83, 2)).toBeLessThan(0.83);
  expect(tempered(0.83, 0.5)).toBeGreaterThan(0.83);
  expect(tempered(0.5, 3)).toBeCloseTo(0.5, 12);
  for (const edge of [0, 1]) expect(Number.isFinite(tempered(edge, 0.5))).toBe(true);
});

test("a fitted temperature is never worse than the one before, whatever was judged", () => {
  fc.assert(
    fc.property(samples, (judged) => {
      const fit = fitTemperature(judged, 1, temperatureRange());
      const [before, after] = [1, fit?.temperature ?? 0].map((t) => calibrationOf(judgedAt(judged, t)).brier ?? 0);
      expect(after).toBeLessThanOrEqual(before ?? 0);
      expect(fit?.loss).toBeCloseTo(after ?? 0, 12);
    }),
    { seed: 2, numRuns: 60 },
  );
});

test("too sure is cooled down, and with too little to judge nothing is fitted", () => {
  const sure = Array.from({ length: 40 }, (_, n) => ({ similarity: 0.95, outcome: n % 2 }));
  expect(fitTemperature(sure, 1, temperatureRange())?.temperature).toBe(2);
  expect(fitTemperature(sure.slice(0, 9), 1, temperatureRange())).toBeUndefined();
  expect(temperatureRange(8)).toEqual([1, 3]);
});

test("drift grows with how far the newest lie from the rest, and none is told of too few", () => {
  const calm = [0.5, 0.6, 0.5, 0.6, 0.5, 0.6];
  expect(driftOf([...calm, 0.9, 0.9, 0.9])).toBeGreaterThan(driftOf([...calm, 0.6, 0.6, 0.6]) ?? 0);
  expect(driftOf([0.5, 0.9])).toBeUndefined();
  expect(movingAverage([1, 0])).toBeCloseTo(0.8, 12);
});

test("thresholds stay in their ranges and in their order, whatever was learned", () => {
  const value = fc.double({ min: -2, max: 3, noNaN: true });
  const any = fc.record({ theta_opt: value, theta_acc: value, theta_warn: value, theta_dup: value, theta_edge: value });
  fc.assert(
    fc.property(any, (learned) => {
      const held = orderly(learned);
      expect(held.theta_opt).toBeGreaterThan(held.theta_acc);
      expect(held.theta_acc).toBeGreaterThan(held.theta_warn);
      for (const [name, [low, high]] of Object.entries(THRESHOLD_RANGES)) {
        expect(held[name as keyof typeof held]).toBeGreaterThanOrEqual(low);
        expect(held[name as keyof typeof held]).toBeLessThanOrEqual(high);
      }
    }),
    { seed: 4, numRuns: 80 },
  );
});

test("a stricter domain has higher thresholds, and what was learned comes before the prior", () => {
  expect(priorThresholds("Medical").theta_acc).toBeGreaterThan(priorThresholds("Creative").theta_acc);
  for (const domain of DOMAINS) expect(orderly(priorThresholds(domain))).toEqual(priorThresholds(domain));
  const learned = { domains: { Code: { theta_acc: 0.6 } }, temperature: 1, space_temperatures: [], recalibrations: 1 };
  expect(thresholdsOf(learned, "Code").theta_acc).toBe(0.6);
  expect(thresholdsOf(learned, "Legal")).toEqual(priorThresholds("Legal"));
});

test("a memory's domain comes from its tags, then its modality", () => {
  expect(domainOf("code", [])).toBe("Code");
  expect(domainOf("code", ["x", "LEGAL"])).toBe("Legal");
  expect(domainOf("text", ["x"])).toBe("General");
});

test("the threshold that decides best is mostly chosen, and the same seed chooses the same", () => {
  const judged = Array.from({ length: 60 }, (_, n) => ({ similarity: n % 2 === 0 ? 0.765 : 0.9, outcome: n % 2 }));
  const chosen = Array.from({ length: 20 }, (_, seed) => chooseArm(judged, randomFrom(seed)).selected.threshold);
  expect(chosen.filter((threshold) => threshold >= 0.77).length).toBeGreaterThan(18);
  expect(chooseArm(judged, randomFrom(7))).toEqual(chooseArm(judged, randomFrom(7)));
  expect(chooseArm(judged, randomFrom(7)).arms.map(({ threshold }) => threshold)).toEqual(ARMS);
});

test("finds the top of a curve in a few looks", () => {
  const { looks, best } = optimize((x) => 1 - (x - 0.71) ** 2 * 20, [0.55, 0.85], 0.8);
  expect(looks.length).toBe(9);
  expect(best.x).toBeGreaterThan(0.66);
  expect(best.x).toBeLessThan(0.76);
});

test("moves nothing where every threshold is as good", () => {
  expect(optimize(() => 0.6, [0.55, 0.85], 0.74).best).toEqual({ x: 0.74, value: 0.6 });
  expect(optimize((x) => (x < 0.6 ? 1 : 0), [0.55, 0.85], 0.74).best.x).toBeLessThan(0.6);
});
