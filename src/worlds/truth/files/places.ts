import type { WrittenAs } from "../model/quote.ts";
import type { CheckedRow } from "../model/row.ts";

/** A text that values stand in: the file itself, or what was taken out of one of its parts. */
export interface SourceText {
  readonly text: string;
  /** How the part is called; absent where it is the file itself. */
  readonly part?: string;
  /** Where each page begins, in UTF-16 units. */
  readonly pages?: readonly number[];
}

/** Where a value stands, in UTF-16 units. */
export interface Place {
  readonly text: SourceText;
  readonly start: number;
  readonly end: number;
  readonly written?: WrittenAs;
}

/** A row of a file that says what it is about. */
export interface FoundRow {
  readonly row: CheckedRow;
  /** Its place in the file, counted from 0. */
  readonly index: number;
  /** Where its values stand, by field; absent where they are found anew each time, as in JSON and tables. */
  readonly places?: Readonly<Record<string, Place>>;
}
