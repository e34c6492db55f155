import { expect, test } from "vitest";
import { type PruningView, pruningCandidates, qualityOf } from "./pruning.ts";

const DAY = 24 * 3_600_000;
const NOW = 1000 * DAY;
const memory = (id: string, rest: Partial<PruningView> = {}): PruningView => ({
  id,
  content_hash: id,
  created_at: NOW - 60 * DAY,
  accessed_at: NOW - 10 * DAY,
  alignment: 0.8,
  connections: 2,
  quality: 0.6,
  byte_size: 10,
  ...rest,
});
const RULES = { minStalenessDays: 30, minAlignment: 0.4 };
const reasons = (...memories: PruningView[]) =>
  pruningCandidates(memories, RULES, NOW).map(({ memory_id, reason }) => `${memory_id} ${reason}`);

test("gives the first reason that holds", () => {
  expect(reasons(memory("fine"))).toEqual([]);
  expect(reasons(memory("a", { content_hash: "x" }), memory("b", { content_hash: "x", alignment: 0.3 }))).toEqual([
    "b Redundant",
  ]);
  expect(reasons(memory("a", { connections: 0, alignment: 0.1 }))).toEqual(["a Orphaned"]);
  expect(reasons(memory("a", { alignment: 0.1 }))).toEqual(["a LowAlignment"]);
  expect(reasons(memory("a", { accessed_at: NOW - 91 * DAY }))).toEqual(["a Stale"]);
  expect(reasons(memory("a", { quality: 0.2 }))).toEqual(["a LowQuality"]);
});

test("leaves what is young or well connected", () => {
  expect(reasons(memory("a", { created_at: NOW - 29 * DAY, connections: 0 }))).toEqual([]);
  expect(reasons(memory("a", { connections: 3, alignment: 0 }))).toEqual([]);
});

test("names the least needed first", () => {
  const found = pruningCandidates(
    [memory("kept", { alignment: 0.39 }), memory("gone", { alignment: 0.05, connections: 0 })],
    RULES,
    NOW,
  );
  expect(found.map(({ memory_id }) => memory_id)).toEqual(["gone", "kept"]);
  expect(found[0]?.priority_score).toBeCloseTo(0.5 * 0.95 + (0.3 * 60) / 365 + 0.2, 12);
});

test("takes a memory for better that is worth more, fits better or was used", () => {
  const base = { importance: 0.5, coherence: 0.5, accesses: 0 };
  for (const better of [{ importance: 0.6 }, { coherence: 0.6 }, { accesses: 1 }]) {
    expect(qualityOf({ ...base, ...better })).toBeGreaterThan(qualityOf(base));
  }
});
