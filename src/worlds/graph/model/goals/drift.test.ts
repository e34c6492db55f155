import { expect, test } from "vitest";
import { correctionFor, driftSeverity } from "./correction.ts";
import { driftHistory, driftLevel, driftTrend, isDrifted } from "./drift.ts";

const points = (...values: number[]) => values.map((similarity, at) => ({ at, similarity, memories: 1 }));

test("is called by how alike memories still are", () => {
  expect([0.85, 0.7, 0.55, 0.4, 0.39].map(driftLevel)).toEqual(["None", "Low", "Medium", "High", "Critical"]);
  expect(["None", "Low", "Medium"].map((level) => isDrifted(level as "None"))).toEqual([false, false, true]);
});

test("tells where it goes, how fast, and when it would be critical", () => {
  expect(driftTrend(points(0.9, 0.8, 0.7, 0.6))).toEqual({
    direction: "Declining",
    velocity: expect.closeTo(-0.1, 12),
    samples: 4,
    projected_critical_in: 2,
  });
  expect(driftTrend(points(0.5, 0.6, 0.7))).toMatchObject({ direction: "Improving", projected_critical_in: null });
  expect(driftTrend(points(0.5, 0.505, 0.5))).toMatchObject({ direction: "Stable" });
  expect(driftTrend(points(0.5, 0.6))).toBeNull();
});

test("its history has one point for each part of the time in which there were memories", () => {
  const memories = [
    { at: 0, similarity: 0.8 },
    { at: 5, similarity: 0.6 },
    { at: 95, similarity: 0.2 },
  ];
  expect(driftHistory(memories, 0, 100, 10)).toEqual([
    { at: 10, similarity: expect.closeTo(0.7, 12), memories: 2 },
    { at: 100, similarity: 0.2, memories: 1 },
  ]);
});

test("is the more severe the further alignment fell", () => {
  expect([0.75, 0.7401, 0.735, 0.699, 0.649, 0.2].map((now) => driftSeverity(0.75, now))).toEqual([
    "None",
    "None",
    "Mild",
    "Moderate",
    "Severe",
    "Severe",
  ]);
});

test("does what the contract says about each case", () => {
  expect(correctionFor("None", "Declining")).toEqual({ strategy: "NoAction" });
  expect(correctionFor("Mild", "Declining")).toEqual({ strategy: "ReinforceGoal", factor: 1.1 });
  expect(correctionFor("Moderate", "Declining")).toEqual({ strategy: "AdjustThreshold", by: 0.02 });
  expect(correctionFor("Moderate", "Stable")).toEqual({ strategy: "ReinforceGoal", factor: 1.2 });
  expect(correctionFor("Moderate", "Improving")).toEqual({ strategy: "NoAction" });
  expect(correctionFor("Severe", "Declining")).toEqual({ strategy: "Emergency" });
  expect(correctionFor("Severe", "Stable")).toEqual({ strategy: "AdjustThreshold", by: 0.05 });
  expect(correctionFor("Severe", "Improving")).toEqual({ strategy: "ReinforceGoal", factor: 1.5 });
});
