import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../../kernel/index.ts";
import { normalizeName } from "./normalize-name.ts";

describe("names compare", () => {
  test.each([
    ["  Ada   Lovelace ", "ada lovelace"],
    ["ADA\tLOVELACE\r\n", "ada lovelace"],
    ["Ａｄａ", "ada"],
    ["ﬁnance", "finance"],
    ["Ad\u200Ba\u00AD\uFEFF", "ada"],
    ["\u202Eada\u202C", "ada"],
    ["ada\u{E0041}\u{E007F}", "ada"],
    ["Stra\u00DFe", "strasse"],
    ["STRASSE", "strasse"],
    ["ΝΙΚΟΣ", "νικοσ"],
    ["Νίκος", "νίκοσ"],
    ["ISTANBUL", "istanbul"],
    ["İstanbul", "i̇stanbul"],
    ["ılık", "ılık"],
    ["Cafe\u0301", "café"],
    ["\u001B[31mRed\u001B[0m", "[31mred [0m"],
    ["👨‍👩‍👧", "👨👩👧"],
    ["Acme Inc.", "acme inc."],
    ["", ""],
  ])("%j as %j", (name, normalized) => {
    expect(normalizeName("person", name)).toBe(normalized);
  });
});

describe("companies compare without their legal form", () => {
  test.each([
    ["Acme Inc", "acme"],
    ["ACME, Inc.", "acme"],
    ["Acme LLC", "acme"],
    ["Acme ltd.", "acme"],
    ["Acme Corp", "acme"],
    ["Acme Corporation", "acme"],
    ["Acme Co.", "acme"],
    ["Acme Company", "acme"],
    ["Acme  Limited", "acme"],
    ["Acme Co Ltd", "acme co"],
    ["Limited", "limited"],
    ["Tesco", "tesco"],
    ["Inc. Magazine", "inc. magazine"],
    ["Acme GmbH", "acme gmbh"],
  ])("%j as %j", (name, normalized) => {
    expect(normalizeName("company", name)).toBe(normalized);
    expect(normalizeName("organization", name)).toBe(normalized);
  });
});

test("normalising again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const once = normalizeName("person", text);
      expect(normalizeName("person", once)).toBe(once);
    }),
    { numRuns: 2000 },
  );
});

test("a name longer than any name compares as written, by its hash", () => {
  const long = "Ab \u200B".repeat(2_500_000);
  expect(normalizeName("company", long)).toBe(`sha256:${sha256(long)}`);
  expect(normalizeName("company", `${"A".repeat(4092)} Ltd`)).toBe("a".repeat(4092));
});
