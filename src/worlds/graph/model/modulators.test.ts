import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../kernel/index.ts";
import {
  entered,
  evaluated,
  experienced,
  learningFactor,
  lost,
  MODULATORS,
  type Modulator,
  type Modulators,
  modulatorRowAt,
  modulatorsAt,
  moved,
  progressed,
  reassured,
  restingModulators,
  threatened,
} from "./modulators.ts";

const REST = restingModulators(0);
const asRow = (row: Modulators) => row as unknown as JsonObject;

test("rests where the contract says", () => {
  expect(modulatorsAt(undefined, 5)).toMatchObject({
    dopamine: 3,
    serotonin: 0.5,
    noradrenaline: 1,
    acetylcholine: 0.001,
  });
});

test("goes back to rest with time, never past it, each at its own pace", () => {
  const up = asRow(moved(moved(moved(REST, "dopamine", 1, "x"), "serotonin", 0.2, "x"), "noradrenaline", 0.4, "x"));
  const after = modulatorsAt(up, 2000);
  expect(after.dopamine).toBeCloseTo(4 - 0.1, 12);
  expect(after.serotonin).toBeCloseTo(0.7 - 0.2 * 0.04, 12);
  expect(after.noradrenaline).toBeCloseTo(1.4 - 0.4 * 0.2, 12);
  expect(modulatorsAt(up, 3_600_000)).toMatchObject({ dopamine: 3, serotonin: 0.5, noradrenaline: 1 });
});

test("never leaves its range, whatever happens", () => {
  const names = Object.keys(MODULATORS) as Modulator[];
  const happening = fc.oneof(
    fc.tuple(fc.constantFrom(...names), fc.double({ min: -10, max: 10, noNaN: true })).map(
      ([name, delta]) =>
        (row: Modulators) =>
          moved(row, name, delta, "x"),
    ),
    fc.double({ min: -1, max: 1, noNaN: true }).map((m) => (row: Modulators) => experienced(row, m)),
    fc.double({ min: -9, max: 9, noNaN: true }).map((m) => (row: Modulators) => progressed(row, m)),
    fc.double({ min: -9, max: 9, noNaN: true }).map((m) => (row: Modulators) => threatened(row, m)),
    fc.boolean().map((alarmed) => (row: Modulators) => evaluated(row, alarmed)),
    fc.constantFrom(entered, reassured),
  );
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), (steps) => {
      let row = REST;
      for (const [n, step] of steps.entries()) row = step(modulatorRowAt(asRow(row), n * 300));
      for (const name of names) {
        expect(row[name]).toBeGreaterThanOrEqual(MODULATORS[name].min);
        expect(row[name]).toBeLessThanOrEqual(MODULATORS[name].max);
      }
    }),
    { seed: 11, numRuns: 100 },
  );
});

test("tells what moved it last, by how much it really moved", () => {
  expect(moved(REST, "dopamine", 9, "asked").last_trigger).toEqual({
    modulator: "dopamine",
    cause: "asked",
    delta: 2,
    at: 0,
  });
});

test("winning lifts dopamine, losing lowers it the more the worse the score", () => {
  expect(entered(REST).dopamine).toBeCloseTo(3.2, 12);
  expect(lost(REST, 0.1).dopamine).toBeLessThan(lost(REST, 0.9).dopamine);
});

test("good news lifts serotonin, bad news lowers it and dopamine with it", () => {
  expect(experienced(REST, 1)).toMatchObject({ serotonin: 0.6, dopamine: 3 });
  const bad = experienced(REST, -0.5);
  expect(bad.serotonin).toBeCloseTo(0.45, 12);
  expect(bad.dopamine).toBeCloseTo(2.95, 12);
});

test("progress cascades from dopamine to the others", () => {
  const high = moved(REST, "dopamine", 1.5, "x");
  expect(progressed(high, 1).serotonin).toBeCloseTo(0.55, 12);
  expect(progressed(REST, 1).serotonin).toBe(0.5);
  expect(progressed(REST, 5).noradrenaline).toBeCloseTo(1.1, 12);
});

test("counts threats for a minute", () => {
  const twice = threatened(threatened(REST, 1), 0.5);
  expect(twice).toMatchObject({ threat_count: 2, last_threat: { severity: 0.5, at: 0 } });
  expect(twice.noradrenaline).toBeCloseTo(1.75, 12);
  expect(modulatorRowAt(asRow(twice), 60_000).threat_count).toBe(2);
  expect(modulatorRowAt(asRow(twice), 60_001).threat_count).toBe(0);
});

test("alarms raise the rate of learning, calm lets it fall", () => {
  const alarmed = evaluated(REST, true);
  expect(learningFactor(alarmed)).toBeCloseTo(1.5, 12);
  expect(learningFactor(evaluated(alarmed, false))).toBeCloseTo(1.45, 12);
  // Time alone does nothing to it.
  expect(modulatorsAt(asRow(alarmed), 1e9).acetylcholine).toBe(alarmed.acetylcholine);
});
