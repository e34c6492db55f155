import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readThesaurus, related } from "./thesaurus.ts";

test("knows words of like meaning by their stems, both ways", () => {
  expect(related("bui").get("purchas")).toBeGreaterThan(0.5);
  expect(related("purchas").get("bui")).toBe(related("bui").get("purchas"));
});

test("knows nothing of words that are not common English", () => {
  expect([...related("xyzzy")]).toEqual([]);
});

test("holds the relations that the ranking was weighed with, each of them", () => {
  const all = readThesaurus().map(([stem]) => [stem, [...related(stem)]]);

  expect(all.length).toBe(7944);
  // Weights and thesaurus belong together: whoever makes the one anew weighs the other anew (bench/recall/train.ts).
  expect(createHash("sha256").update(JSON.stringify(all)).digest("hex")).toBe(
    "16facc18092695d3b6ba496be4dc05a7978372ae22d43bd2691dc29de6aa8f18",
  );
});
