import { expect, test } from "vitest";
import { counted } from "./counted.ts";

test("one of something is told in the singular", () => {
  expect([
    counted(0, "entries"),
    counted(1, "entries"),
    counted(2, "entries"),
    counted(1, "files"),
    counted(1, "entities"),
    counted(1, "texts"),
  ]).toEqual(["0 entries", "1 entry", "2 entries", "1 file", "1 entity", "1 text"]);
});
