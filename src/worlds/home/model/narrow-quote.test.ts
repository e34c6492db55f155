import { expect, test } from "vitest";
import { narrowQuote } from "./narrow-quote.ts";

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu) ?? []);

test("a long text is quoted where the question's words stand, byte for byte", () => {
  const filler = "Wellen und Möwen 🌊 den ganzen Tag. ".repeat(300);
  const text = `${filler}The keeper is Ottokar Brandt. ${filler}`;
  const bytes = Buffer.from(text);
  const found = narrowQuote({ text, start: 40, end: 40 + bytes.length }, wordsOf("keeper ottokar"), wordsOf);
  expect(found.text).toContain("The keeper is Ottokar Brandt.");
  expect(found.text.length).toBeLessThanOrEqual(1500);
  expect(bytes.subarray(found.start - 40, found.end - 40).toString()).toBe(found.text);
});

test("a short text is quoted whole, and one without an end between characters", () => {
  const short = { text: "A word.", start: 3, end: 10 };
  expect(narrowQuote(short, wordsOf("word"), wordsOf)).toEqual(short);
  const text = `a${"🌊".repeat(5000)}`;
  const found = narrowQuote({ text, start: 0, end: Buffer.byteLength(text) }, wordsOf("b"), wordsOf);
  expect([found.text.isWellFormed(), found.text.length, found.start]).toEqual([true, 1499, 0]);
});
