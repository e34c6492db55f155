import { expect, test } from "vitest";
import { embeddedText } from "./embedded-text.ts";

test("a short turn is embedded with the one before it and with its picture", () => {
  const before = { text: "Did the plums ripen?" };
  expect(embeddedText({ text: "Look!", caption: "a basket of plums" }, before)).toBe(
    "Did the plums ripen?\nLook! a basket of plums",
  );
});

test("a long turn stands alone", () => {
  const text = "plum ".repeat(120);
  expect(embeddedText({ text }, { text: "Did the plums ripen?" })).toBe(text);
});
