import {
  cellsOfTable,
  type Env,
  type Parse,
  type ParseFailure,
  readTableFile,
  type TableFile,
  type TableProblem,
} from "../../../kernel/index.ts";

/** A cell of a table: what it says, and where that stands in the text in UTF-16 units, without its quotation marks. */
export interface Cell {
  /** As it is written, with the space around it. */
  readonly raw: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** How files that need a parser are parsed. */
export interface Parsing {
  readonly parse: Parse;
  /** Others have their turn while many rows are read. */
  readonly env: Env;
  readonly signal?: AbortSignal | undefined;
}

export interface CsvTable {
  readonly text: string;
  readonly table: TableFile;
}

/** Up to here a table is read before a process could be asked to: others wait for it no longer than a moment. */
const AT_ONCE_CHARS_MAX = 64 * 1024;
const DELIMITERS = { csv: [",", ";", "\t", "|"], tsv: ["\t"] } as const;
export type TableType = keyof typeof DELIMITERS;

/** Reads a table: a small one at once, any other where it can be given up. */
export async function readTable(
  text: string,
  type: TableType,
  { parse, signal }: Pick<Parsing, "parse" | "signal">,
): Promise<CsvTable | TableProblem | { readonly failure: ParseFailure }> {
  const outcome =
    text.length <= AT_ONCE_CHARS_MAX
      ? { value: await readTableFile(text, DELIMITERS[type]) }
      : await parse({ parser: type, bytes: Buffer.from(text), signal });
  if ("failure" in outcome) return outcome;
  return "lengths" in outcome.value ? { text, table: outcome.value } : outcome.value;
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

/** Where every cell stands, record by record, the header first. */
export function* placeCells({ text, table }: CsvTable): Iterable<Cell[]> {
  for (const record of cellsOfTable(text, table)) {
    yield record.map(({ start, end, isQuoted }) => {
      const written = text.slice(start, end);
      if (!isQuoted) return trimmed(written, start);
      const value = written.includes('"') ? written.replaceAll('""', '"') : written;
      return { raw: value, value, start, end };
    });
  }
}

/** Space around a cell is no part of what it says, unless it stands in quotation marks. */
function trimmed(raw: string, from: number): Cell {
  const value = raw.trim();
  const start = from + raw.length - raw.trimStart().length;
  return { raw, value, start, end: start + value.length };
}
