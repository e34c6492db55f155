import { expect, test } from "vitest";
import { saysOtherwise } from "./contradiction.ts";

test.each([
  ["Mira is allergic to walnuts.", "Mira is not allergic to walnuts."],
  ["The gate is open on Sundays.", "The gate isn't open on Sundays."],
  ["The server is up.", "The server is down."],
  ["The rent is 900 euros.", "The rent is 950 euros."],
  ["Meet at 7:30.", "Meet at 8:30."],
  ["The review is on Monday.", "The review is on Friday."],
  ["We need two chairs.", "We need three chairs."],
  ["Das Fenster ist zu.", "Das Fenster ist nicht zu."],
  ["Der Laden ist offen.", "Der Laden ist geschlossen."],
  ["Elle aime les noix.", "Elle n'aime pas les noix."],
  ["Он придёт завтра.", "Он не придёт завтра."],
  ["他喜欢核桃。", "他不喜欢核桃。"],
])("%s is no other way to say: %s", (one, other) => {
  expect([saysOtherwise(one, other), saysOtherwise(other, one)]).toEqual([true, true]);
});

test.each([
  ["The sourdough bread needs a warm place.", "Sourdough bread needs a warm place overnight."],
  ["The wall was built in 1911.", "The granite wall was built of blocks in 1911 and 1954."],
  ["The wall is old.", "The wall of 1911 is old."],
  ["He never came back.", "He did not come back."],
  ["The lift goes up and down.", "The lift goes down and up all day."],
])("%s may stand for: %s", (one, other) => {
  expect([saysOtherwise(one, other), saysOtherwise(other, one)]).toEqual([false, false]);
});
