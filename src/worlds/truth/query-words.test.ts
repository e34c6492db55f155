import { expect, test } from "vitest";
import { queryWords, wordsIn } from "./query-words.ts";

test("takes the telling words of a query without their endings", () => {
  expect(queryWords("Which INVOICES are we paying?")).toEqual(["which", "invoic", "are", "pay"]);
  expect(queryWords("at it")).toEqual(["at", "it"]);
  expect(queryWords("?!")).toEqual([]);
  expect(queryWords("Größe größe")).toEqual(["größe"]);
});

test("counts those that stand in a text, in any case", () => {
  expect(wordsIn(["invoic", "pay"], "An Invoice was paid")).toBe(1);
  expect(wordsIn(["größe"], "DIE GRÖSSE")).toBe(0);
  expect(wordsIn(["größe"], "DIE GRÖßE")).toBe(1);
  expect(wordsIn([], "anything")).toBe(0);
});
