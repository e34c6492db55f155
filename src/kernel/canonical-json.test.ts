import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, hashOf } from "./canonical-json.ts";

test("sorts keys by code unit, not by locale, and leaves out absent ones", () => {
  expect(canonicalJson({ b: 1, a: undefined, ä: 2, Z: [true, null, { y: "\u2028", x: -0 }] })).toBe(
    '{"Z":[true,null,{"x":0,"y":"\u2028"}],"b":1,"ä":2}',
  );
  expect(canonicalJson({ "\u{1f600}": 1, "\uffff": 2 })).toBe('{"\u{1f600}":1,"\uffff":2}');
});

test("reads back as the same value, and two orders of the same keys are one text", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value as never);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
      expect(hashOf(reversed(value) as never)).toBe(hashOf(value as never));
    }),
  );
});

test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ["\ud800"], [{ "\udc00": 1 }], [undefined], [() => 1]])(
  "refuses %s, which has no one form",
  (value) => {
    expect(() => canonicalJson(value as never)).toThrow(TypeError);
  },
);

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}
