import { expect, test } from "vitest";
import { consciousnessOf, evenness, stateMs, stateOf, stayed } from "./consciousness.ts";

const EVEN = Array.from({ length: 13 }, () => 0.4);
const ONE = EVEN.map((_, index) => (index === 0 ? 1 : 0));

test("is the product of its three factors, and none can be missing", () => {
  const { level, integration, reflection, differentiation } = consciousnessOf(0.9, 0.8, EVEN);
  expect(level).toBeCloseTo(integration * reflection * differentiation, 12);
  expect(consciousnessOf(0, 0.8, EVEN).level).toBe(0);
  expect(consciousnessOf(0.9, 0.8, ONE).level).toBe(0);
  expect(consciousnessOf(0.9, 0.8, []).level).toBe(0);
});

test("rises with each of them", () => {
  const base = consciousnessOf(0.6, 0.5, [0.9, 0.1, 0.1]).level;
  expect(consciousnessOf(0.7, 0.5, [0.9, 0.1, 0.1]).level).toBeGreaterThan(base);
  expect(consciousnessOf(0.6, 0.6, [0.9, 0.1, 0.1]).level).toBeGreaterThan(base);
  expect(consciousnessOf(0.6, 0.5, [0.9, 0.3, 0.3]).level).toBeGreaterThan(base);
});

test("is even where all weigh the same, whatever their sign and size", () => {
  expect(evenness(EVEN)).toBeCloseTo(1, 12);
  expect(evenness(EVEN.map((value, index) => (index % 2 === 0 ? value : -value)))).toBeCloseTo(1, 12);
  expect(evenness(ONE)).toBe(0);
  expect(evenness(EVEN.map(() => 0))).toBe(0);
});

test("is named after its level alone", () => {
  expect([0, 0.29, 0.3, 0.5, 0.8, 0.95, 0.951].map(stateOf)).toEqual([
    "DORMANT",
    "DORMANT",
    "FRAGMENTED",
    "EMERGING",
    "CONSCIOUS",
    "CONSCIOUS",
    "HYPERSYNC",
  ]);
});

test("names the first factor that does not suffice", () => {
  expect(consciousnessOf(0.4, 0.1, ONE).limiting_factor).toBe("Integration");
  expect(consciousnessOf(0.9, 0.1, ONE).limiting_factor).toBe("Reflection");
  expect(consciousnessOf(0.9, 0.9, ONE).limiting_factor).toBe("Differentiation");
  expect(consciousnessOf(0.9, 0.9, EVEN).limiting_factor).toBe("None");
});

test("knows how long it has been in a state", () => {
  const first = stayed(undefined, "DORMANT", 100);
  const still = stayed(first, "DORMANT", 400);
  expect(still).toEqual({ state: "DORMANT", since: 100, at: 400 });
  expect(stateMs(still, "DORMANT", 500)).toBe(400);
  expect(stateMs(still, "EMERGING", 500)).toBe(100);
  expect(stayed(still, "EMERGING", 600).since).toBe(600);
  expect(stateMs(undefined, "DORMANT", 500)).toBe(0);
});
