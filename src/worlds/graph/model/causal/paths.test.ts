import fc from "fast-check";
import { expect, test } from "vitest";
import { type CausalLink, pathsFrom } from "./paths.ts";

const link = (from: string, to: string, strength = 0.8, confidence = 0.9): CausalLink => ({
  from,
  to,
  strength,
  confidence,
});

test("rain leads to the flood, the flood to the closed road, and nothing leads back", () => {
  const links = [link("rain", "flood"), link("flood", "road")];
  expect([...pathsFrom("rain", links)]).toEqual([
    ["flood", { path: ["rain", "flood"], strength: 0.8, confidence: 0.9 }],
    [
      "road",
      { path: ["rain", "flood", "road"], strength: expect.closeTo(0.64, 12), confidence: expect.closeTo(0.81, 12) },
    ],
  ]);
  expect(pathsFrom("road", links).size).toBe(0);
});

test("takes the strongest way, not the shortest", () => {
  const links = [link("a", "c", 0.4), link("a", "b", 0.9), link("b", "c", 0.9)];
  expect(pathsFrom("a", links).get("c")?.path).toEqual(["a", "b", "c"]);
});

test("goes no further than five links and over none that is too weak", () => {
  const chain = ["a", "b", "c", "d", "e", "f", "g"].map((id, n, all) => link(id, all[n + 1] ?? "h"));
  const reached = pathsFrom("a", chain);
  expect(reached.has("f")).toBe(true);
  expect(reached.has("g")).toBe(false);
  expect(pathsFrom("a", [link("a", "b", 0.29)]).size).toBe(0);
});

test("never walks in a circle and never claims more than one, whatever is linked", () => {
  const ids = ["a", "b", "c", "d", "e"];
  const links = fc.array(
    fc.record({
      from: fc.constantFrom(...ids),
      to: fc.constantFrom(...ids),
      strength: fc.double({ min: 0, max: 1.5, noNaN: true }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(links, (some) => {
      for (const [to, { path, strength, confidence }] of pathsFrom("a", some)) {
        expect(new Set(path).size).toBe(path.length);
        expect(path[0]).toBe("a");
        expect(path.at(-1)).toBe(to);
        expect(path.length).toBeLessThanOrEqual(6);
        for (const value of [strength, confidence]) expect(value).toBeLessThanOrEqual(1);
      }
      expect([...pathsFrom("a", some)]).toEqual([...pathsFrom("a", some)]);
    }),
    { seed: 6, numRuns: 200 },
  );
});
