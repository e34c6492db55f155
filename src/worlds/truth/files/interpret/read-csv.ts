import type { JsonObject } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import { type CheckedRow, problemsOfRow } from "../../model/row.ts";
import { columnsOf, readTable } from "../csv.ts";
import { FILE_ROWS_MAX } from "../limits.ts";
import type { FoundRow } from "../places.ts";
import { guessType } from "./guess-type.ts";
import { broken, type FileReading, rowSkipped, tooManyRows } from "./reading.ts";

/** Rows looked at to learn what the columns hold. */
const SAMPLE_ROWS = 50;

/**
 * A table with a header. All rows are of one type unless a column names it; a table that fits no schema is kept row by
 * row as rows of a dataset, which is the source itself.
 */
export async function readCsv(text: string, delimiters: readonly string[], sourceId: string): Promise<FileReading> {
  const table = await readTable(text, delimiters);
  if (!("records" in table)) return broken({ format: "csv", ...table });
  const [header = [], ...records] = table.records;
  if (records.length > FILE_ROWS_MAX) return tooManyRows();
  const columns = columnsOf(header);
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
