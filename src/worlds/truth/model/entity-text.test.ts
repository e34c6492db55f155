import fc from "fast-check";
import { expect, test } from "vitest";
import { entityText, partsOf, valuesIn } from "./entity-text.ts";

test("names the entity, its type in words, and every value once", () => {
  expect(
    entityText({
      canonical_name: "Acme",
      entity_type: "feature_unit",
      snapshot: { name: "Acme", tags: ["a", { deep: "b" }], open: true, size: 3, gone: null, blank: " " },
      fragments: { more: "a", other: "c" },
    }),
  ).toBe("Acme\nfeature unit\na\nb\n3\nc");
  expect([...valuesIn({ a: [1, [2, "x"]] })]).toEqual(["1", "2", "x"]);
});

test("cuts a text into parts that are the text again, and only the last is short", () => {
  const text = fc.array(fc.constantFrom("word", "\n", " ", "\n\n", "🍎", "größer", "x".repeat(50)), { maxLength: 400 });
  fc.assert(
    fc.property(text, (words) => {
      const whole = words.join("");
      const parts = partsOf(whole, 200);
      expect(parts.join("")).toBe(whole);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(200);
        expect(part.isWellFormed()).toBe(true);
      }
      for (const part of parts.slice(0, -1)) expect(part.length).toBeGreaterThanOrEqual(100);
    }),
  );
  expect(partsOf("a".repeat(9000)).map(({ length }) => length)).toEqual([4000, 4000, 1000]);
});
