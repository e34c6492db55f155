import { describe, expect, test } from "vitest";
import { numbersIn } from "./read-amount.ts";
import { readWritten } from "./read-written.ts";

describe("numbers", () => {
  test.each([
    ["-1,200.00", "decimal_point", -1200],
    ["1.234,56 €", "decimal_comma", 1234.56],
    ["(1,200.00)", "decimal_point", -1200],
    ["$(1,200.00)", "decimal_point", -1200],
    ["-$5", "decimal_point", -5],
    ["$ -5", "decimal_point", -5],
    ["5,00-", "decimal_comma", -5],
    ["\u22125", "decimal_point", -5],
    ["+5", "decimal_point", 5],
    ["1.234", "decimal_comma", 1234],
    ["1.234", "decimal_point", 1.234],
    ["1.234.567", "decimal_comma", 1_234_567],
    ["1 234 567,8", "decimal_comma", 1_234_567.8],
    ["1\u202f234,50 EUR", "decimal_comma", 1234.5],
    ["CHF 1'234.50", "decimal_point", 1234.5],
    ["0,125", "decimal_comma", 0.125],
    ["(0)", "decimal_point", 0],
  ] as const)("reads %s with a %s as %d", (words, written, value) => {
    expect(readWritten(words, written)).toBe(value);
  });

  test.each([
    ["1.234,56 €", "decimal_point"],
    ["1,234.56", "decimal_comma"],
    ["1.234.567", "decimal_point"],
    ["1,5", "decimal_point"],
    ["12.345.67", "decimal_point"],
    ["1.234 567", "decimal_comma"],
    ["--5", "decimal_point"],
    ["(-5)", "decimal_point"],
    ["€5 EUR", "decimal_point"],
    ["5 apples", "decimal_point"],
    ["12 %", "decimal_point"],
    ["1234567890123456", "decimal_point"],
    ["", "decimal_point"],
  ] as const)("does not read %s with a %s", (words, written) => {
    expect(readWritten(words, written)).toBeUndefined();
  });

  test("in prose are what they are in a table where only one reading is possible", () => {
    const read = (text: string) => numbersIn(text).map(({ value }) => value);
    expect(read("0.125 EUR")).toEqual([0.125]);
    expect(read("1234.567 EUR")).toEqual([1234.567]);
    expect(read("1.250 EUR")).toEqual([1250]);
    expect(read("-1,250.50 EUR")).toEqual([-1250.5]);
  });
});

test("reads the currency of an amount, and nothing else as one", () => {
  const read = (words: string) => readWritten(words, "currency");
  expect(["1.234,56 €", "R$ 5", "5 CHF", "-£5", "5", "EUR", "constructor"].map(read)).toEqual([
    "EUR",
    "BRL",
    "CHF",
    "GBP",
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ["12/31/2025", "day", "2025-12-31"],
  ["31/12/2025", "day", "2025-12-31"],
  ["31.12.2025", "day", "2025-12-31"],
  ["2025年3月1日", "day", "2025-03-01"],
  ["3. März 2026", "day", "2026-03-03"],
  ["03/04/2025", "day_first", "2025-04-03"],
  ["03/04/2025", "month_first", "2025-03-04"],
  ["03/04/2025", "day", undefined],
  ["30/02/2025", "day_first", undefined],
  ["on 12/31/2025", "day", undefined],
  ["12/31/2025 10:00", "day", undefined],
] as const)("reads %s as a %s: %s", (words, written, day) => {
  expect(readWritten(words, written)).toBe(day);
});
