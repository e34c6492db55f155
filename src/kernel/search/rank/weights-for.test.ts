import { expect, test } from "vitest";
import { LONG_TURNS, WEIGHTS } from "./weights.ts";
import { weightsFor } from "./weights-for.ts";

test("short turns, long turns and passages have weights of their own", () => {
  expect(weightsFor("turn", "hybrid", 14)).toEqual(WEIGHTS.turn.hybrid);
  expect(weightsFor("turn", "hybrid", 200)).toEqual(LONG_TURNS.hybrid);
  expect(weightsFor("turn", "text", 200)).toEqual(LONG_TURNS.text);
  expect(weightsFor("passage", "hybrid", 200)).toEqual(WEIGHTS.passage.hybrid);
  expect(weightsFor("turn", "hybrid", 0)).toEqual(WEIGHTS.turn.hybrid);
});

test("between short and long, weights change little by little", () => {
  const lengths = Array.from({ length: 80 }, (_, n) => 20 + n);
  const words = lengths.map((length) => weightsFor("turn", "hybrid", length).words ?? Number.NaN);
  const steps = words.slice(1).map((value, n) => Math.abs(value - (words[n] ?? Number.NaN)));
  const whole = Math.abs((LONG_TURNS.hybrid.words ?? 0) - (WEIGHTS.turn.hybrid.words ?? 0));
  expect(Math.max(...steps)).toBeLessThan(whole / 20);
});
