import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { locateBundledModel } from "./bundled-model.ts";
import { createTokenize } from "./tokenize.ts";

const CLS = 101;
const SEP = 102;
const files = await locateBundledModel();
const tokenize = createTokenize(JSON.parse(readFileSync(files?.tokenizer ?? "", "utf8")), 256);

test("words, pieces of words and unknown signs get the ids of the vocabulary", () => {
  expect(tokenize("Héllo, worlds!")).toEqual([CLS, 7592, 1010, 8484, 999, SEP]);
  expect(tokenize("unaffable")).toEqual([CLS, 14477, 20961, 3468, SEP]);
  expect(tokenize("\u{1fae0}")).toEqual([CLS, 100, SEP]);
  expect(tokenize("")).toEqual([CLS, SEP]);
});

test("a long text is cut to the model's length and keeps its closing token", () => {
  const ids = tokenize("word ".repeat(10_000));
  expect([ids.length, ids[0], ids[254], ids[255]]).toEqual([256, CLS, 2773, SEP]);
});

test("half a surrogate pair, control signs and a million blanks are texts like others", () => {
  expect(tokenize("\ud83d a").at(-2)).toBe(1037);
  expect(tokenize("\0a\u0007")).toEqual([CLS, 1037, SEP]);
  expect(tokenize(" ".repeat(1_000_000))).toEqual([CLS, SEP]);
});

test("the vocabulary is kept once: what it was read from is let go", () => {
  const read = JSON.parse(readFileSync(files?.tokenizer ?? "", "utf8"));
  const again = createTokenize(read, 256);
  expect(read.model.vocab).toBeUndefined();
  expect(again("unaffable")).toEqual(tokenize("unaffable"));
});
