import { expect, test } from "vitest";
import { randomFrom } from "../random.ts";
import type { DreamEdge } from "./graph-view.ts";
import { findShortcuts, type Shortcut, shortcutsToMake } from "./shortcuts.ts";

const edge = (source: string, target: string, edge_type = "Semantic", confidence = 0.9): DreamEdge => ({
  source,
  target,
  edge_type,
  weight: 0.9,
  confidence,
});

const CHAIN = [edge("a", "b"), edge("b", "c"), edge("c", "d")];

function found(starts: readonly string[], edges: readonly DreamEdge[]): readonly Shortcut[] {
  const steps = findShortcuts(starts, edges, randomFrom(1));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

test("a path of three edges that is walked often becomes a candidate, with what is on the way", () => {
  expect(found(["a"], CHAIN)).toEqual([
    {
      source: "a",
      target: "d",
      path: ["a", "b", "c", "d"],
      hop_count: 3,
      traversal_count: 24,
      combined_weight: 0.9 * 0.9 * 0.9,
      min_confidence: 0.9,
    },
  ]);
});

test("two edges are no path to shorten, nor is one whose ends are joined already", () => {
  expect(found(["a"], CHAIN.slice(0, 2))).toEqual([]);
  expect(found(["a"], [...CHAIN, edge("d", "a")]).filter(({ target }) => target === "d")).toEqual([]);
});

test("causes lead to effects only", () => {
  const causal = CHAIN.map(({ source, target }) => edge(source, target, "Causal"));
  expect(found(["a"], causal)).toHaveLength(1);
  expect(found(["d"], causal)).toEqual([]);
});

test("only sure candidates are made, one for each pair of ends", () => {
  const both = found(["a", "d"], CHAIN);
  expect(both).toHaveLength(2);
  expect(shortcutsToMake(both)).toHaveLength(1);
  const unsure = found(["a"], [edge("a", "b"), edge("b", "c", "Semantic", 0.6), edge("c", "d")]);
  expect(unsure).toHaveLength(1);
  expect(shortcutsToMake(unsure)).toEqual([]);
});
