/** A table as the parser reads it, by how long each cell is: what it says stands in the text. The header is the first record. */
export interface TableFile {
  readonly delimiter: string;
  /** Of each record the length of each cell in UTF-16 units, as it is written, without its quotation marks. */
  readonly lengths: readonly (readonly number[])[];
}

/** Why a text is no table, and on which line, if that is known. */
export interface TableProblem {
  readonly reason: string;
  readonly line?: number;
}

/** Records that are read of one table; what comes after them is not looked at. */
export const TABLE_RECORDS_MAX = 10_002;

/** As many cells as a table of so many records has that is 200 columns wide. */
const CELLS_MAX = 2_000_000;

/** Reads a table. There is no other reader: the rows of a file and the quotes from it both come from here. */
export async function readTableFile(text: string, delimiters: readonly string[]): Promise<TableFile | TableProblem> {
  // Loaded with the first table: no start needs it.
  const { CsvError, parse } = await import("csv-parse/sync");
  const delimiter = delimiterOf(text, delimiters);
  const lengths: number[][] = [];
  const walk = walkCells(text, delimiter);
  let cells = 0;
  const keepLengths = (record: string[]) => {
    cells += record.length;
    if (cells > CELLS_MAX) throw new RangeError("more cells than may be");
    lengths.push(record.map((value, index) => walk.read(value, index)));
    // Nothing else is kept of it: a large table would be in memory twice.
    return null;
  };
  try {
    parse(text, {
      delimiter,
      bom: true,
      skip_empty_lines: true,
      to: TABLE_RECORDS_MAX,
      on_record: keepLengths,
      // Records of other lengths and inches written 5" are how people's tables are; who reads the rows tells of them.
      relax_column_count: true,
      relax_quotes: true,
    });
    return walk.isLost() ? { reason: "csv_quotes_unclear" } : { delimiter, lengths };
  } catch (error) {
    if (error instanceof RangeError) return { reason: "too_many_cells" };
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as InstanceType<typeof CsvError> & { lines?: number };
    return { reason: error.code.toLowerCase(), ...(lines !== undefined && { line: lines }) };
  }
}

/** A cell where it stands, in UTF-16 units, without its quotation marks. */
export interface WrittenCell {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

/** Where every cell of a table stands, record by record. */
export function* cellsOfTable(text: string, { delimiter, lengths }: TableFile): Iterable<WrittenCell[]> {
  const walk = walkCells(text, delimiter);
  for (const record of lengths) yield record.map((length, index) => walk.pass(length, index));
}

/** Goes through a text from cell to cell. Nothing is parsed: what the parser read is found again, one after the other. */
function walkCells(text: string, delimiter: string) {
  let at = text.startsWith("\ufeff") ? 1 : 0;
  // The first line break outside a cell is the one that ends records; any other is part of a cell.
  let lineBreak: string | undefined;
  let isLost = false;

  function begin(index: number): boolean {
    if (index > 0) at += delimiter.length;
    else {
      lineBreak ??= ["\r\n", "\n", "\r"].find((mark) => text.startsWith(mark, at));
      while (lineBreak !== undefined && text.startsWith(lineBreak, at)) at += lineBreak.length;
    }
    const isQuoted = text[at] === '"';
    if (isQuoted) at += 1;
    return isQuoted;
  }

  function end(length: number, isQuoted: boolean): WrittenCell {
    const cell = { start: at, end: at + length, isQuoted };
    at = cell.end + (isQuoted ? 1 : 0);
    return cell;
  }

  /** Whether a value stands where its cell is said to, and the cell ends behind it. */
  function isThere(value: string, isQuoted: boolean, start: number, length: number): boolean {
    const written = text.slice(start, start + length);
    const isEnd = at >= text.length || /[\r\n]/.test(text[at] ?? "") || text.startsWith(delimiter, at);
    if (!isQuoted) return isEnd && written === value;
    return isEnd && text[start + length] === '"' && written.replaceAll('""', '"') === value;
  }

  return {
    /** The length of the next cell, of which is known what it says. */
    read(value: string, index: number): number {
      const isQuoted = begin(index);
      // A quotation mark stands twice inside quotation marks.
      const length = isQuoted && value.includes('"') ? value.replaceAll('"', '""').length : value.length;
      end(length, isQuoted);
      isLost ||= !isThere(value, isQuoted, at - length - (isQuoted ? 1 : 0), length);
      return length;
    },
    /** Whether a cell that was read did not end where cells end: what it says cannot be shown where it stands. */
    isLost: () => isLost,
    pass: (length: number, index: number) => end(length, begin(index)),
  };
}

/** How many lines are looked at for the mark between cells: above a table there may be a title. */
const LINES_LOOKED_AT = 20;

/** The one that the first line with any has most of. A line ends as the parser ends it: with whatever break comes first. */
function delimiterOf(text: string, delimiters: readonly string[]): string {
  for (const line of text.slice(0, 64 * 1024).split(/\r\n|\r|\n/, LINES_LOOKED_AT)) {
    const [most = ","] = delimiters.toSorted((a, b) => line.split(b).length - line.split(a).length);
    if (line.includes(most)) return most;
  }
  return delimiters[0] ?? ",";
}
