import { FILE_ROWS_MAX } from "./limits.ts";

/** A cell of a table: what it says, and where that stands in the text in UTF-16 units, without its quotation marks. */
export interface Cell {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A text as the parser reads it: its records, the header first. */
export interface CsvTable {
  readonly text: string;
  readonly delimiter: string;
  readonly records: readonly (readonly string[])[];
}

/** Why a text is no table, and on which line, if that is known. */
export interface CsvProblem {
  readonly reason: string;
  readonly line?: number;
}

/** The header, all rows that are read of a file, and one more to tell that there are too many. */
const RECORDS_MAX = FILE_ROWS_MAX + 2;

/** Reads a table. There is no other reader: the rows of a file and the quotes from it both come from here. */
export async function readTable(text: string, delimiters: readonly string[]): Promise<CsvTable | CsvProblem> {
  const { CsvError, parse } = await import("csv-parse/sync");
  const delimiter = delimiterOf(text, delimiters);
  try {
    const records = parse(text, { delimiter, bom: true, skip_empty_lines: true, to: RECORDS_MAX });
    return { text, delimiter, records };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as InstanceType<typeof CsvError> & { lines?: number };
    return { reason: error.code.toLowerCase(), ...(lines !== undefined && { line: lines }) };
  }
}

/** The one that the first line has most of. A line ends as the parser ends it: with whatever break comes first. */
function delimiterOf(text: string, delimiters: readonly string[]): string {
  const [firstLine = ""] = /^[^\r\n]*/.exec(text) ?? [];
  return delimiters.toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ",";
}

/** The fields that the columns of a table stand for. */
export function columnsOf(header: readonly string[]): string[] {
  return header.map((name, index) => fieldName(name) || `column_${index + 1}`);
}

/** Headers are written for people; fields are lower-case words. */
function fieldName(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}

/**
 * Where every cell stands, record by record. Nothing is parsed again: what was read is found in the text, one cell after
 * the other, so that a quote can never see another table than the rows did.
 */
export function* placeCells({ text, delimiter, records }: CsvTable): Iterable<Cell[]> {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  // The first line break outside a cell is the one that ends records; any other is part of a cell.
  let lineBreak: string | undefined;
  const skipBreaks = () => {
    lineBreak ??= ["\r\n", "\n", "\r"].find((mark) => text.startsWith(mark, at));
    while (lineBreak !== undefined && text.startsWith(lineBreak, at)) at += lineBreak.length;
  };
  for (const record of records) {
    skipBreaks();
    const cells: Cell[] = [];
    for (const [index, value] of record.entries()) {
      if (index > 0) at += delimiter.length;
      const quoted = text[at] === '"';
      const start = at + (quoted ? 1 : 0);
      const end = start + (quoted ? value.replaceAll('"', '""').length : value.length);
      cells.push(quoted ? { value, start, end } : trimmed(value, start));
      at = end + (quoted ? 1 : 0);
    }
    yield cells;
  }
}

/** Space around a cell is no part of what it says, unless it stands in quotation marks. */
function trimmed(raw: string, from: number): Cell {
  const value = raw.trim();
  const start = from + raw.length - raw.trimStart().length;
  return { value, start, end: start + value.length };
}
