import type { Warning } from "../../model/identity/batch-warnings.ts";
import { type Cell, type CsvTable, columnsOf, placeCells } from "../csv.ts";
import { FILE_COLUMNS_MAX } from "../limits.ts";
import { amountOf } from "./words/read-amount.ts";
import { dayOf } from "./words/read-dates.ts";

/** Where the rows of a table begin and how its columns are called. */
export interface TableShape {
  readonly columns: readonly string[];
  /** The record of the first row. */
  readonly rowsFrom: number;
  /** Whether the columns are called as the first record alone calls them. */
  readonly isPlain: boolean;
  readonly warnings: readonly Warning[];
}

/** Records that may stand above the header, such as the title of a bank's export. */
const ABOVE_MAX = 20;
const SAMPLE_RECORDS = 200;
const ROWS_NAMED_MAX = 20;
/** Of so few rows any that is like the header is enough. */
const FEW_ROWS = 10;

/** Looks where the header of a table is; told as a problem where its records hang together no better than prose. */
export function shapeOf(table: CsvTable): TableShape | { readonly reason: string; readonly line: number } {
  const { lengths } = table.table;
  const headerAt = headerOf(lengths);
  const head: Cell[][] = [];
  for (const record of placeCells(table)) {
    head.push(record);
    if (head.length > headerAt + 1) break;
  }
  const header = head[headerAt] ?? [];
  const isHeader = !header.some(
    ({ value }, index) => isData(value) && isData(head[headerAt + 1]?.[index]?.value ?? ""),
  );
  const names = isHeader
    ? columnsOf(header.map(({ raw }) => raw))
    : header.map((_cell, index) => `column_${index + 1}`);
  if (names.length > FILE_COLUMNS_MAX) return { line: 1, reason: "too_many_columns" };
  const rowsFrom = headerAt + (isHeader ? 1 : 0);
  const odd = oddRows(lengths, rowsFrom, header.length);
  const rows = lengths.length - rowsFrom;
  const isProse = odd.length === rows || (rows > FEW_ROWS && odd.length * 2 > rows);
  if (odd.length > 0 && isProse) {
    return { reason: "csv_record_inconsistent_fields_length", line: lineOf(table, rowsFrom + (odd[0] ?? 0)) };
  }
  const width = Math.min(
    FILE_COLUMNS_MAX,
    Math.max(names.length, ...odd.map((row) => lengths[rowsFrom + row]?.length ?? 0)),
  );
  const columns = apart([
    ...names,
    ...Array.from({ length: width - names.length }, (_, n) => `column_${names.length + n + 1}`),
  ]);
  return {
    columns,
    rowsFrom,
    isPlain: headerAt === 0 && isHeader && columns.every((name, index) => name === names[index]),
    warnings: [
      ...(headerAt > 0 ? [above(headerAt)] : []),
      ...(isHeader ? [] : [noHeader()]),
      ...(odd.length > 0 ? [uneven(odd)] : []),
    ],
  };
}

/** The first record that is as long as most are, where the first of all is shorter: what stands above is a title. */
function headerOf(lengths: CsvTable["table"]["lengths"]): number {
  const counts = new Map<number, number>();
  for (const { length } of lengths.slice(0, SAMPLE_RECORDS)) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [usual = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  if ((lengths[0]?.length ?? 0) >= usual || lengths.length < 3) return 0;
  const found = lengths.slice(0, ABOVE_MAX).findIndex(({ length }) => length === usual);
  return Math.max(0, found);
}

/** What no column is called: a day, an address, an amount with cents. A year is; tables have one column for each. */
function isData(value: string): boolean {
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value) || dayOf(value) !== undefined) return true;
  return amountOf(value) !== undefined && /[.,]\d{1,2}\D*$/.test(value);
}

/** Rows that are shorter than the header, or longer by more than marks without words. */
function oddRows(lengths: CsvTable["table"]["lengths"], rowsFrom: number, width: number): number[] {
  return lengths.slice(rowsFrom).flatMap((cells, row) => {
    const isOdd = cells.length < width || cells.slice(width).some((length) => length > 0);
    return isOdd ? [row] : [];
  });
}

/** Two columns of one name are told apart by a number: each says something. */
function apart(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let own = name;
    for (let n = 2; taken.has(own); n += 1) own = `${name}_${n}`;
    taken.add(own);
    return own;
  });
}

function lineOf(table: CsvTable, record: number): number {
  let at = 0;
  for (const cells of placeCells(table)) {
    if (at === record) return table.text.slice(0, cells[0]?.start ?? 0).split(/\r\n|\r|\n/).length;
    at += 1;
  }
  return 1;
}

function above(records: number): Warning {
  const message = "Lines above the header of the table stay in the file alone.";
  return { code: "LINES_ABOVE_HEADER", message, details: { records } };
}

function noHeader(): Warning {
  const message = "The table begins with a row instead of a header: its columns are called by their numbers.";
  return { code: "NO_HEADER", message, details: {} };
}

function uneven(rows: readonly number[]): Warning {
  const message =
    "Rows have fewer or more cells than the header. What is there is kept, and what has no column is called by its number.";
  const more = rows.length > ROWS_NAMED_MAX && { rows_total: rows.length };
  return { code: "UNEVEN_ROWS", message, details: { rows: rows.slice(0, ROWS_NAMED_MAX), ...more } };
}
