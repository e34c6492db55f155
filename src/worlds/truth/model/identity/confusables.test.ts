import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldText } from "./clean-text.ts";
import { mixesScripts, skeleton } from "./confusables.ts";

describe("looks like", () => {
  test.each([
    ["раураl", "paypal"],
    ["Аррӏе", "apple"],
    ["ВМW", "bmw"],
    ["НР", "hp"],
    ["ΝΙΚΕ", "nike"],
    ["Ｇｏｏｇｌｅ", "google"],
    ["g00gle", "google"],
    ["paypa1", "paypal"],
    ["Ac\u200Bme.", "acme"],
    ["O’Brien", "o'brien"],
    ["Jean–Luc", "jean-luc"],
    ["Acme . ", "acme"],
  ])("%s like %s", (text, plain) => {
    expect(skeleton(text)).toBe(plain);
  });
});

test("numbers and accents stay what they are", () => {
  expect(["Apollo 11", "2001", "INV-001", "Item 10001", "Entity10001", "Café", "Bill", "Bilı"].map(skeleton)).toEqual([
    "apollo 11",
    "2001",
    "inv-001",
    "item 10001",
    "entity10001",
    "café",
    "bill",
    "bili",
  ]);
});

test("a word of two scripts that look alike is told from one of each", () => {
  expect(["pаypal", "Νike", "Москва Moscow", "Αθήνα", "東京Tower", "Zoë", ""].map(mixesScripts)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("a text in ASCII comes to the same alone and beside a letter that takes the long way", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
      expect(foldText(`é ${text}`)).toBe(`é ${foldText(text)}`.trimEnd());
      // A text of dots alone has none.
      if (skeleton(text) !== "") expect(skeleton(`é ${text}`)).toBe(`é ${skeleton(text)}`);
    }),
    { numRuns: 2000 },
  );
});
