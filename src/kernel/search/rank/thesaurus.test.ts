import { expect, test } from "vitest";
import { related } from "./thesaurus.ts";

test("knows words of like meaning by their stems, both ways", () => {
  expect(related("bui").get("purchas")).toBeGreaterThan(0.5);
  expect(related("purchas").get("bui")).toBe(related("bui").get("purchas"));
});

test("knows nothing of words that are not common English", () => {
  expect([...related("xyzzy")]).toEqual([]);
});
