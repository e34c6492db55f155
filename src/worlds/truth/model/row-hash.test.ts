import { expect, test } from "vitest";
import { rowHash } from "./row-hash.ts";

test("tells apart rows whose columns only read alike when they are put together", () => {
  const rows = [
    ["ab", "c"],
    ["a", "bc"],
    ["abc", null],
    [null, "abc"],
    ["abc", ""],
    ["", "abc"],
    ["1:a", "-"],
    ["3:abc,"],
  ];
  expect(new Set(rows.map(rowHash)).size).toBe(rows.length);
});

test("takes a number for what it reads as, so that both engines give the same", () => {
  expect(rowHash([1, 0.5, null])).toBe(rowHash(["1", "0.5", null]));
  expect(rowHash([1])).toMatch(/^[\w-]{22}$/);
});
