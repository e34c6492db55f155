import { type JsonObject, mapInTurns } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import { type CheckedRow, problemsOfRow } from "../../model/row.ts";
import { type Cell, type CsvTable, type Parsing, placeCells, readTable, type TableType } from "../csv.ts";
import { FILE_ROWS_MAX } from "../limits.ts";
import type { Place, SourceText } from "../places.ts";
import { guessType } from "./guess-type.ts";
import { readColumns, type WrittenRow } from "./read-columns.ts";
import { broken, type FileReading, givenUp, rowSkipped, tooManyRows } from "./reading.ts";
import { createMapped, renameRow } from "./rename-rows.ts";
import { shapeOf } from "./table-shape.ts";
import { totalsIn, totalsLeft } from "./totals-rows.ts";
import { namesMeant } from "./words/column-names.ts";

/** Rows looked at to learn what the columns hold. */
const SAMPLE_ROWS = 50;

/**
 * A table with a header. All rows are of one type unless a column names it; a table that fits no schema is kept row by
 * row as rows of a dataset, which is the source itself.
 */
export async function readCsv(
  source: SourceText,
  type: TableType,
  sourceId: string,
  parsing: Parsing,
): Promise<FileReading> {
  const table = await readTable(source.text, type, parsing);
  if ("failure" in table) return givenUp(type === "csv" ? "text/csv" : "text/tab-separated-values", table.failure);
  if ("reason" in table) return broken({ format: "csv", ...table });
  const { lengths } = table.table;
  if (lengths.length - 1 > FILE_ROWS_MAX) return tooManyRows();
  const shape = shapeOf(table);
  if ("reason" in shape) return broken({ format: "csv", ...shape });
  const { rowsFrom, columns: own } = shape;
  const cells = placeCells(table)[Symbol.iterator]();
  for (let above = 0; above < rowsFrom; above += 1) cells.next();
  const meant = namesMeant(own);
  const plain = await mapInTurns(parsing.env, lengths.slice(rowsFrom), () => rowOf(meant, cells.next().value ?? []));
  const totals = totalsIn(plain, meant);
  const guessed = guessType(sampleOf(plain.map((row) => withoutNameless(row, meant))));
  const isNamed = plain.some((row) => typeof row.entity_type === "string");
  // A table of no known type keeps the words of its own header.
  const columns = guessed === undefined && !isNamed ? own : meant;
  const isRenamed = columns.some((name, index) => name !== own[index]);
  const rename = createMapped();
  const typed = await mapInTurns(parsing.env, [...plain.entries()], ([index, row]) => {
    if (Object.keys(row).length === 0 || totals.has(index)) return undefined;
    const found = withType(columns === own ? underNames(row, meant, own) : row, guessed, sourceId, index);
    return { row: found, index, problems: problemsOfRow(found, `rows[${index}]`) };
  });
  const placesOf = createPlaces(source, table, columns, rowsFrom);
  const rows: WrittenRow[] = [];
  const warnings: Warning[] = [...shape.warnings, ...(totals.size > 0 ? [totalsLeft(totals)] : [])];
  for (const one of typed) {
    if (one === undefined) continue;
    const { row, index, problems } = one;
    if (problems.length > 0) {
      warnings.push(rowSkipped(index, problems));
      continue;
    }
    if (isRenamed) {
      for (const [n, name] of columns.entries()) {
        if (name !== own[n] && Object.hasOwn(row, name)) rename.add(row.entity_type, own[n] ?? "", name, index);
      }
    }
    const isPlaced = isRenamed || !shape.isPlain;
    rows.push(renameRow({ row, index, isPlaced, places: () => placesOf(index) }, rename));
  }
  const read = readColumns(source, rows);
  return { rows: read.rows, warnings: [...warnings, ...rename.warnings(), ...read.warnings] };
}

/** A row without columns that nobody named, or that have the name of one before: they say nothing of its type. */
function withoutNameless(row: JsonObject, columns: readonly string[]): JsonObject {
  const names = new Set(columns);
  const isNameless = (name: string) =>
    /^column_\d+$/.test(name) || (/_\d+$/.test(name) && names.has(name.replace(/_\d+$/, "")));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !isNameless(name)));
}

/** A row under the names of the header again. */
function underNames(row: JsonObject, from: readonly string[], to: readonly string[]): JsonObject {
  return Object.fromEntries(
    from.flatMap((name, index) => (Object.hasOwn(row, name) ? [[to[index] ?? name, row[name]]] : [])),
  );
}

/** Where the cells of a row stand that say something; the table is gone through once, and only if any row is asked about. */
function createPlaces(text: SourceText, table: CsvTable, columns: readonly string[], rowsFrom: number) {
  let placed: Cell[][] | undefined;
  return (index: number): Record<string, Place> => {
    placed ??= [...placeCells(table)];
    const cells = (placed[rowsFrom + index] ?? []).entries();
    return Object.fromEntries(
      [...cells].flatMap(([n, { value, start, end }]) =>
        value.trim() === "" ? [] : [[columns[n] ?? "", { text, start, end }]],
      ),
    );
  };
}

/** An empty cell says nothing; it does not clear what another source said. */
function rowOf(columns: readonly string[], cells: readonly Cell[]): JsonObject {
  return Object.fromEntries(
    columns.flatMap((name, index) => (cells[index]?.value.trim() ? [[name, cells[index].raw]] : [])),
  );
}

/** One row that has a value in every column that has any. */
function sampleOf(rows: readonly JsonObject[]): JsonObject {
  return Object.assign({}, ...rows.slice(0, SAMPLE_ROWS).toReversed());
}

function withType(row: JsonObject, type: string | undefined, sourceId: string, index: number): CheckedRow {
  if (typeof row.entity_type === "string") return row as CheckedRow;
  if (type !== undefined) return { ...row, entity_type: type };
  return { ...row, entity_type: "dataset_row", dataset_id: sourceId, row_number: index + 1 };
}
