import type { WrittenAs } from "../../../model/quote.ts";
import { amountOf, type DecimalMark, readDigits } from "./read-amount.ts";
import { dayOf } from "./read-dates.ts";

/** The value that words have when they are read so; undefined where they have none. */
export function readWritten(words: string, written: WrittenAs): number | string | undefined {
  switch (written) {
    case "currency":
      return amountOf(words)?.currency;
    case "decimal_comma":
    case "decimal_point":
      return readCell(words, written);
    case "day":
      return sureDay(dayOf(words.trim()));
    case "day_first":
    case "month_first":
      return sureDay(dayOf(words.trim(), written));
  }
}

function readCell(words: string, mark: DecimalMark): number | undefined {
  const amount = amountOf(words);
  const value = amount && readDigits(amount.digits, mark);
  // There is no value below zero that is zero.
  return amount?.isNegative && value !== undefined && value !== 0 ? -value : value;
}

function sureDay(day: ReturnType<typeof dayOf>): string | undefined {
  return day === "ambiguous" ? undefined : day;
}
