import type { Json } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import type { WrittenAs } from "../../model/quote.ts";
import type { CheckedRow } from "../../model/row.ts";
import { schemaFor } from "../../model/schema/built-in.ts";
import { fitValue } from "../../model/schema/fit-value.ts";
import { type EntitySchema, fieldOf, type SchemaField } from "../../model/schema/types/entity-schema.ts";
import type { FoundRow, Place, SourceText } from "../places.ts";
import { amountOf, currencyNamed, decimalMarkOf } from "./words/read-amount.ts";
import { dayOf, orderIn } from "./words/read-dates.ts";
import { readWritten } from "./words/read-written.ts";

/** A row as it is written, and where its values stand; told only where that is needed. */
export interface WrittenRow {
  readonly row: CheckedRow;
  readonly index: number;
  /** Whether its values cannot be found anew by the names of its fields, so that their places are kept. */
  readonly isPlaced?: boolean;
  places(): Readonly<Record<string, Place>>;
}

const ROWS_NAMED_MAX = 20;

/**
 * Reads numbers and days of a table that are written as people write them. What one value leaves open the column
 * decides: 03/04/2025 stands below 31/12/2025. What the column leaves open too stays as it is written, and is told.
 */
export function readColumns(
  source: SourceText,
  rows: readonly WrittenRow[],
  schemaOf: (type: string) => EntitySchema = schemaFor,
): { rows: FoundRow[]; warnings: Warning[] } {
  const columns = columnsOf(rows, schemaOf);
  const open = new Map<Column, number[]>();
  const read = rows.map((written): FoundRow => {
    const { row, index } = written;
    const readings: Record<string, WrittenAs> = {};
    for (const [field, words] of wordsOf(row)) {
      const column = columns.get(columnKey(row, field));
      const found = column?.read(words);
      if (column === undefined || found === undefined) continue;
      if (found === "open") open.set(column, [...(open.get(column) ?? []), index]);
      else readings[field] = found;
    }
    // In the file itself a value that stands there is found anew; a text beside it is quoted by its places.
    const isPlain = Object.keys(readings).length === 0 && source.part === undefined && written.isPlaced !== true;
    return isPlain ? { row, index } : typed(written, readings, schemaOf);
  });
  return { rows: read, warnings: Array.from(open, ([column, indexes]) => column.leftOpen(indexes)) };
}

interface Column {
  /** How words of it are read; "open" where nothing tells, undefined where they are taken as they stand. */
  read(words: string): WrittenAs | "open" | undefined;
  leftOpen(rows: readonly number[]): Warning;
}

function columnKey({ entity_type }: CheckedRow, field: string): string {
  return `${entity_type} ${field}`;
}

function wordsOf(row: CheckedRow): [string, string][] {
  return Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === "string");
}

function columnsOf(rows: readonly WrittenRow[], schemaOf: (type: string) => EntitySchema): Map<string, Column> {
  const words = new Map<string, { field: string; definition: SchemaField; values: string[] }>();
  for (const { row } of rows) {
    const schema = schemaOf(row.entity_type);
    for (const [field, value] of wordsOf(row)) {
      const definition = fieldOf(schema, field);
      if (definition?.type !== "number" && definition?.type !== "date") continue;
      const key = columnKey(row, field);
      const column = words.get(key) ?? { field, definition, values: [] };
      column.values.push(value);
      words.set(key, column);
    }
  }
  const orders = new Set([...words.values()].flatMap(({ definition, values }) => orderOf(definition, values) ?? []));
  // One program wrote the file: where one column tells and none tells otherwise, the others are written so too.
  const [common] = orders.size === 1 ? orders : [];
  const columns = new Map<string, Column>();
  for (const [key, { field, definition, values }] of words) {
    const fits = (value: string) => fitValue(definition, value).fits;
    // As programs write them: nothing is to be decided.
    if (values.every(fits)) continue;
    columns.set(key, definition.type === "number" ? numbers(field, values, fits) : days(field, values, fits, common));
  }
  return columns;
}

function orderOf({ type }: SchemaField, values: readonly string[]) {
  return type === "date" ? orderIn(values.map((value) => value.trim()).join("\n")) : undefined;
}

type Fits = (value: string) => boolean;

function numbers(field: string, values: readonly string[], fits: Fits): Column {
  const told = new Set(values.map(markIn).filter((mark) => mark === "decimal_comma" || mark === "decimal_point"));
  const [only] = told.size === 1 ? told : [];
  return {
    read(words) {
      const own = markIn(words);
      if (own === undefined) return undefined;
      const mark = own === "none" ? "decimal_point" : own === "either" ? only : own;
      if (mark === undefined) return fits(words) ? undefined : "open";
      return (fits(words) && mark === "decimal_point") || readWritten(words, mark) === undefined ? undefined : mark;
    },
    leftOpen: (rows) => leftOpen("AMBIGUOUS_NUMBER", NUMBER_OPEN, field, rows),
  };
}

function markIn(words: string) {
  const amount = amountOf(words);
  return amount && decimalMarkOf(amount.digits);
}

function days(field: string, values: readonly string[], fits: Fits, common: ReturnType<typeof orderIn>): Column {
  const order = orderIn(values.map((value) => value.trim()).join("\n")) ?? common;
  return {
    read(words) {
      const day = fits(words) ? undefined : dayOf(words.trim());
      if (day === undefined) return undefined;
      return day === "ambiguous" ? (order ?? "open") : "day";
    },
    leftOpen: (rows) => leftOpen("AMBIGUOUS_DATE", DAY_OPEN, field, rows),
  };
}

const NUMBER_OPEN =
  "Numbers of a column may have their mark before thousands or before decimals, and nothing in the column tells which. They are kept as they are written; written as 1234.5 they are read.";
const DAY_OPEN =
  "Days of a column may be read in two ways, and nothing in the column tells which. They are kept as they are written; written as 2025-12-31 they are read.";

function leftOpen(code: string, message: string, field: string, rows: readonly number[]): Warning {
  const more = rows.length > ROWS_NAMED_MAX && { rows_total: rows.length };
  return { code, message, details: { field, rows: rows.slice(0, ROWS_NAMED_MAX), ...more } };
}

/** The row with the values that its words have. Every value has its place then: those of one row are told in one way. */
function typed(
  { row, index, places: place }: WrittenRow,
  readings: Readonly<Record<string, WrittenAs>>,
  schemaOf: (type: string) => EntitySchema,
): FoundRow {
  const places: Record<string, Place> = { ...place() };
  const values: Record<string, Json> = { ...row } as Record<string, Json>;
  const currency = currencyOf(row, Object.keys(readings), schemaOf(row.entity_type));
  for (const [field, written] of Object.entries(readings)) {
    const at = places[field];
    const words = at?.text.text.slice(at.start, at.end) ?? "";
    const value = readWritten(words, written);
    const named = readWritten(words, "currency");
    // What is escaped cannot be read where it stands, and an amount without its currency says less than its words.
    if (at === undefined || value === undefined || (named !== undefined && named !== currency)) continue;
    values[field] = value;
    places[field] = { ...at, written };
    if (named === undefined || Object.hasOwn(row, "currency")) continue;
    values.currency = named;
    places.currency = { ...at, written: "currency" };
  }
  return { row: values as CheckedRow, index, places };
}

/** The currency of a row: the one it names, or the only one that its amounts do, where its type has a place for it. */
function currencyOf(row: CheckedRow, fields: readonly string[], schema: EntitySchema): string | undefined {
  if (typeof row.currency === "string") return currencyNamed(row.currency.trim()).toUpperCase();
  if (fieldOf(schema, "currency") === undefined) return undefined;
  const named = new Set(fields.flatMap((field) => amountOf(String(row[field]))?.currency ?? []));
  return named.size === 1 ? [...named][0] : undefined;
}
