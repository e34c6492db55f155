import { canonicalJson } from "../../../kernel/index.ts";
import { readColumns } from "../files/interpret/read-columns.ts";
import type { Place } from "../files/places.ts";
import { placeJson } from "../files/quote/json-places.ts";
import type { Warning } from "../model/identity/batch-warnings.ts";
import { quoteHash, type RecordedQuotes } from "../model/quote.ts";
import type { CheckedRow } from "../model/row.ts";
import type { EntitySchema } from "../model/schema/types/entity-schema.ts";

/** A row of a call under the names that its type knows, and as it was given. */
export interface NamedRow {
  readonly row: CheckedRow;
  readonly given: CheckedRow;
  /** The names that renamed fields were given under, by field. */
  readonly names: Readonly<Record<string, string>>;
  readonly index: number;
  /** Whether it is recorded as it was given. */
  readonly isSame: boolean;
}

/** A row in which amounts and days are what their words mean. */
interface ReadRow {
  readonly row: CheckedRow;
  readonly fields: readonly string[];
  /** Where the words stand in the JSON of the call, in which the row begins at a byte. */
  quotesFrom(start: number): RecordedQuotes;
}

/**
 * Reads amounts and days that agents pass on as people wrote them, by the rules that tables of files are read by:
 * what may mean two things stays as it was given, and is told.
 */
export function readWrittenRows(
  rows: readonly NamedRow[],
  schemaOf: (type: string) => EntitySchema,
): { of(index: number): ReadRow | undefined; readonly warnings: readonly Warning[] } {
  const written = rows.map(({ row, given, names, index }) => ({ row, index, places: () => placesOf(given, names) }));
  const read = readColumns({ text: "" }, written, schemaOf);
  const found = new Map<number, ReadRow>();
  for (const { row, index, places = {} } of read.rows) {
    const readings = Object.entries(places).filter(([, { written }]) => written !== undefined);
    if (readings.length === 0) continue;
    found.set(index, {
      row,
      fields: readings.map(([field]) => field),
      quotesFrom: (start) => Object.fromEntries(readings.map(([field, place]) => [field, quoteAt(place, start)])),
    });
  }
  return { of: (index) => found.get(index), warnings: read.warnings };
}

/** Where the values of a row stand in its own canonical JSON. */
function placesOf(given: CheckedRow, names: Readonly<Record<string, string>>): Record<string, Place> {
  const text = { text: canonicalJson(given) };
  const fields = new Map(Object.entries(names).map(([field, name]) => [name, field]));
  const members = placeJson(text.text, 0, 1)?.members ?? [];
  return Object.fromEntries(
    Array.from(members, ([name, { start, end }]) => [fields.get(name) ?? name, { text, start, end }]),
  );
}

function quoteAt({ text: { text }, start, end, written }: Place, rowStart: number): RecordedQuotes[string] {
  const from = rowStart + Buffer.byteLength(text.slice(0, start));
  const words = text.slice(start, end);
  return {
    start: from,
    end: from + Buffer.byteLength(words),
    hash: quoteHash(words),
    ...(written !== undefined && { written }),
  };
}
