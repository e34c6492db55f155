import { expect, test } from "vitest";
import { keptValue } from "./convert.ts";

test.each([
  ["height", "3000", "The value does not fit height: it must be a number"],
  ["height", null, "The value does not fit height: it must be a number"],
  ["material", "cheese", "The value does not fit material: it must be one of concrete, brick, timber"],
  ["acoustic_rating", 500, "The value does not fit acoustic_rating: it must be at most 120"],
  ["start", [1], "The value does not fit start: it must hold at least 2"],
])("says in words why %s cannot be %j", (name, value, words) => {
  expect(() => keptValue("wall", name, value)).toThrow(words);
});
