import { expect, test } from "vitest";
import { impliedSpeakers, namedSpeakers, withoutNames } from "./speakers.ts";

const SPEAKERS = ["Ottilie Brandt", "Will", "user", "assistant"];

test("a speaker is named by any part of the name, or by its beginning with a capital", () => {
  expect([...namedSpeakers("What does Otti grow?", SPEAKERS)]).toEqual(["ottilie brandt"]);
  expect([...namedSpeakers("what does brandt grow?", SPEAKERS)]).toEqual(["ottilie brandt"]);
  expect([...namedSpeakers("what does otti grow?", SPEAKERS)]).toEqual([]);
});

test("a name is the same with and without its accents", () => {
  expect([...namedSpeakers("What did Tomas say?", ["Tomás"])]).toEqual(["tomás"]);
  expect([...namedSpeakers("What did Tomás say?", ["Tomas"])]).toEqual(["tomas"]);
  expect(withoutNames("What does Tomas grow?", ["Tomás"])).toBe("What does grow?");
});

test("a name that is also a stop word names nobody", () => {
  expect([...namedSpeakers("When will it rain?", SPEAKERS)]).toEqual([]);
});

test("I is the user, and you, when asked what was said, the assistant", () => {
  expect([...impliedSpeakers("Where did I park?", SPEAKERS)]).toEqual(["user"]);
  expect([...impliedSpeakers("What did you suggest?", SPEAKERS)]).toEqual(["assistant"]);
  expect([...impliedSpeakers("Where did I park?", ["Will"])]).toEqual([]);
});

test("names are taken out of a query, unless nothing else would be left", () => {
  expect(withoutNames("What is Ottilie's recipe for Brandt?", SPEAKERS)).toBe("What is recipe for ?");
  expect(withoutNames("Ottilie Brandt", SPEAKERS)).toBe("Ottilie Brandt");
});
