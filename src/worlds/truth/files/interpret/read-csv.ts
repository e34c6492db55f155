import { CsvError, parse } from "csv-parse/sync";
import type { JsonObject } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import { type CheckedRow, problemsOfRow } from "../../model/row.ts";
import { fieldName } from "../csv-header.ts";
import { guessType } from "./guess-type.ts";
import { broken, FILE_ROWS_MAX, type FileReading, type FoundRow, rowSkipped, tooManyRows } from "./reading.ts";

/** Rows looked at to learn what the columns hold. */
const SAMPLE_ROWS = 50;

/**
 * A table with a header. All rows are of one type unless a column names it; a table that fits no schema is kept row by
 * row as rows of a dataset, which is the source itself.
 */
export function readCsv(text: string, delimiters: readonly string[], sourceId: string): FileReading {
  const parsed = parseTable(text, delimiters);
  if (!Array.isArray(parsed)) return parsed;
  const [header = [], ...records] = parsed;
  if (records.length > FILE_ROWS_MAX) return tooManyRows();
  const columns = header.map((name, index) => fieldName(name) || `column_${index + 1}`);
  if (new Set(columns).size < columns.length) return broken({ format: "csv", line: 1, reason: "duplicate_header" });
  const plain = records.map((cells) => rowOf(columns, cells));
  const type = guessType(sampleOf(plain));
  const rows: FoundRow[] = [];
  const warnings: Warning[] = [];
  for (const [index, row] of plain.entries()) {
    if (Object.keys(row).length === 0) continue;
    const typed = withType(row, type, sourceId, index);
    const problems = problemsOfRow(typed, `rows[${index}]`);
    if (problems.length === 0) rows.push({ row: typed, index });
    else warnings.push(rowSkipped(index, problems));
  }
  return { rows, warnings };
}

function parseTable(text: string, delimiters: readonly string[]): string[][] | FileReading {
  const firstLine = text.slice(0, text.includes("\n") ? text.indexOf("\n") : undefined);
  const delimiter = delimiters.toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0] ?? ",";
  try {
    return parse(text, { delimiter, bom: true, skip_empty_lines: true, to: FILE_ROWS_MAX + 2 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: number };
    const line = lines === undefined ? {} : { line: lines };
    return broken({ format: "csv", ...line, reason: error.code.toLowerCase() });
  }
}

/** An empty cell says nothing; it does not clear what another source said. */
function rowOf(columns: readonly string[], cells: readonly string[]): JsonObject {
  return Object.fromEntries(columns.flatMap((name, index) => (cells[index]?.trim() ? [[name, cells[index]]] : [])));
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
