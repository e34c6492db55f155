import { expect, test } from "vitest";
import { describeDetection, type Ego, egoStatus, isCrisis, shifted, trajectoryLength } from "./ego.ts";

const A = [0.8, 0.1, 0.1];
const B = [0.1, 0.1, 0.9];

test("begins as its first memory", () => {
  expect(shifted(undefined, A, 0.9, 0)).toEqual({
    purpose_vector: A,
    continuity: 1,
    coherence_with_actions: 1,
    memories: 1,
    detection: null,
  });
});

test("stays itself while memories are alike, and less so the more they differ", () => {
  const self = shifted(undefined, A, 0.9, 0);
  const same = shifted(self, A, 0.9, 1);
  expect(same.continuity).toBeCloseTo(1, 12);
  const other = shifted(self, B, 0.9, 1);
  expect(other.continuity).toBeLessThan(same.continuity);
  expect(other.coherence_with_actions).toBeLessThan(same.coherence_with_actions);
  expect(other.purpose_vector[2]).toBeGreaterThan(A[2] ?? 0);
});

test("is in a crisis where its oscillators are apart", () => {
  const self = shifted(shifted(undefined, A, 0.95, 0), A, 0.95, 1);
  expect(self.detection).toMatchObject({ previous_status: "Healthy", current_status: "Healthy" });
  const apart = shifted(self, A, 0.3, 2);
  const told = describeDetection(apart.detection as NonNullable<Ego["detection"]>);
  expect(told).toMatchObject({
    previous_status: "Healthy",
    current_status: "Critical",
    status_changed: true,
    entering_crisis: true,
    entering_critical: true,
    recovering: false,
    time_since_last_event_ms: null,
    can_emit_event: true,
  });
  const back = describeDetection(shifted(apart, A, 0.95, 1002).detection as NonNullable<Ego["detection"]>);
  // Half a minute has to pass between two of them.
  expect(back).toMatchObject({
    recovering: true,
    status_changed: true,
    time_since_last_event_ms: 1000,
    can_emit_event: false,
  });
});

test("is called by its thresholds", () => {
  expect([0.91, 0.9, 0.7, 0.69, 0.5, 0.49].map(egoStatus)).toEqual([
    "Healthy",
    "Warning",
    "Warning",
    "Degraded",
    "Degraded",
    "Critical",
  ]);
  expect([0.7, 0.69].map(isCrisis)).toEqual([false, true]);
});

test("counts a thousand memories at most", () => {
  expect(trajectoryLength(undefined)).toBe(0);
  expect(trajectoryLength({ ...shifted(undefined, A, 1, 0), memories: 4000 })).toBe(1000);
});
