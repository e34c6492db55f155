import { shortHash } from "./row-hash.ts";

/** How words were read that are no plain text of their value: by it they are read again when they are looked up. */
export type WrittenAs = "decimal_comma" | "decimal_point" | "currency" | "day" | "day_first" | "month_first";

/** Where the words behind a value stand: bytes of a text, and the hash of what stood there when it was read. */
export interface RecordedQuote {
  readonly start: number;
  readonly end: number;
  readonly hash: string;
  /** The text that was taken out of a part of the file, by its hash; absent where it is the file itself. */
  readonly in?: string;
  /** How that part is called. */
  readonly part?: string;
  /** Counted from 1. */
  readonly page?: number;
  /** Absent where the value was taken as it stands, or from prose. */
  readonly written?: WrittenAs;
}

/** Quotes by field; of a list, the first item's stands under the field and the others' under `field[n]`. */
export type RecordedQuotes = Readonly<Record<string, RecordedQuote>>;

/** A text that was taken out of a file and is kept beside it, so that what is quoted from it can be looked up. */
export interface RecordedPart {
  readonly part: string;
  readonly sha256: string;
}

export function quoteHash(words: string): string {
  return shortHash(words);
}
