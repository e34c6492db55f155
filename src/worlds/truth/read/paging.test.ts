import { expect, test } from "vitest";
import { fitFields, fitList, LIST_CHARS_MAX } from "./paging.ts";

test("takes what fits, at least one, and says where to go on", () => {
  const item = { text: "x".repeat(10_000) };
  const many = Array.from({ length: 10 }, () => item);
  expect(fitList(many, 20)).toEqual({
    items: many.slice(0, 4),
    cut: { truncated: true, next_offset: 24 },
    chars: 4 * (JSON.stringify(item).length + 1),
  });
  expect(fitList([item], 0)).toMatchObject({ items: [item], cut: {} });
  const huge = { text: "x".repeat(LIST_CHARS_MAX) };
  expect(fitList([huge, item], 0)).toMatchObject({ items: [huge], cut: { next_offset: 1 } });
  // A list that shares its answer with others gives way.
  expect(fitList([item], 0, 5000)).toEqual({ items: [], cut: { truncated: true, next_offset: 0 }, chars: 0 });
});

test("leaves out the largest values first, by name", () => {
  const fields = { a: "x".repeat(600), b: "y".repeat(500), c: 1 };
  expect(fitFields(fields, 2000)).toEqual({ fields });
  expect(fitFields(fields, 1000)).toEqual({ fields: { b: fields.b, c: 1 }, omitted_fields: ["a"] });
  expect(fitFields(fields, 100)).toEqual({ fields: { c: 1 }, omitted_fields: ["a", "b"] });
});
