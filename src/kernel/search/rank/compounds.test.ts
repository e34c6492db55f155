import { expect, test } from "vitest";
import { hasCompound } from "./compounds.ts";

test("finds a word inside of a longer one, and in its plural", () => {
  const found = [
    ["Rechnung", "Die Rechnungen liegen im Ordner"],
    ["Ladegerät", "zwei Ladegeräte"],
    ["Schlüssel", "der Haustürschlüssel"],
    ["Weihnachtsbaum", "Weihnachtsbaumständer"],
  ] as const;
  expect(found.filter(([query, text]) => !hasCompound(query, text))).toEqual([]);
});

test("finds no word where its letters stand by chance", () => {
  expect(hasCompound("Regal", "illegale Dinge")).toBe(false);
  expect(hasCompound("pass", "Reisepass")).toBe(false);
});
