import { isJsonObject, type Json, type JsonObject } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import { type CheckedRow, type Problem, problemsOfRow, ROW_BYTES_MAX, ROW_DEPTH_MAX } from "../../model/row.ts";
import { FILE_ROWS_MAX } from "../limits.ts";
import { placeJson, valueAt } from "../quote/json-places.ts";
import { mayHoldLongNumber } from "../quote/read-number.ts";
import { guessType } from "./guess-type.ts";
import { broken, type FileReading, type FoundRow, rowSkipped, tooManyRows } from "./reading.ts";

/** A row as the parser gives it, with rounded numbers, and where it is written. */
interface WrittenRow {
  readonly value: Json | undefined;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A JSON file: an array of rows, an object with them under `entities`, or one row. */
export function readJson(text: string): FileReading {
  const parsed = parse(text);
  if ("broken" in parsed) return broken({ format: "json", ...parsed.broken });
  const { value } = parsed;
  if (Array.isArray(value)) return readArray(text, value, 0);
  const entities = isJsonObject(value) ? value.entities : undefined;
  if (!Array.isArray(entities)) return readRows([{ value, text, start: 0, end: text.length }]);
  const around = placeJson(text, 0, 1);
  if (around?.twice !== undefined) return broken({ format: "json", position: around.twice, reason: "duplicate_key" });
  return readArray(text, entities, around?.members?.get("entities")?.start ?? 0);
}

/** One JSON value a line. */
export function readJsonLines(text: string): FileReading {
  const rows: WrittenRow[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parse(line);
    if ("broken" in parsed) return broken({ format: "ndjson", line: index + 1, ...parsed.broken });
    if (rows.push({ ...parsed, text: line, start: 0, end: line.length }) > FILE_ROWS_MAX) return tooManyRows();
  }
  return readRows(rows);
}

function parse(text: string): { value: Json } | { broken: { position?: number } } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    // Broken text is a finding here, not a fault: the file is kept and its reader told where it breaks, if the parser tells.
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    if (position !== undefined) return { broken: { position: Number(position) } };
    return { broken: String(error).includes("end of JSON input") ? { position: text.length } : {} };
  }
}

function readArray(text: string, values: readonly Json[], start: number): FileReading {
  if (values.length > FILE_ROWS_MAX) return tooManyRows();
  const places = placeJson(text, start, 1)?.items ?? [];
  return readRows(places.map(({ start: from, end }, index) => ({ value: values[index], text, start: from, end })));
}

function readRows(written: readonly WrittenRow[]): FileReading {
  const rows: FoundRow[] = [];
  const warnings: Warning[] = [];
  for (const [index, one] of written.entries()) {
    const { row, problems } = readRow(one, `rows[${index}]`);
    if (problems.length > 0) warnings.push(rowSkipped(index, problems));
    else if (row === undefined) warnings.push(notRecognised(index));
    else rows.push({ row: row as CheckedRow, index });
  }
  return { rows, warnings };
}

interface ReadRow {
  /** Undefined where it is of no type. */
  readonly row: JsonObject | undefined;
  readonly problems: readonly Problem[];
}

function readRow(written: WrittenRow, path: string): ReadRow {
  const { value, text, start, end } = written;
  if (!isJsonObject(value)) return { row: undefined, problems: [] };
  // Placing a row takes many times its memory, so one that is too long for a row is refused first.
  const rough = end - start > ROW_BYTES_MAX ? checked(value, path) : undefined;
  if (rough !== undefined && (rough.row === undefined || rough.problems.length > 0)) return rough;
  const place = placeJson(text, start, ROW_DEPTH_MAX + 1);
  if (place === undefined) throw new TypeError("what the parser reads as JSON is none");
  if (place.twice !== undefined) {
    return { row: value, problems: [{ path, message: "has a field name that stands twice in one object" }] };
  }
  return checked(mayHoldLongNumber(text.slice(start, end)) ? (valueAt(text, place) as JsonObject) : value, path);
}

function checked(value: JsonObject, path: string): ReadRow {
  const row = typed(value);
  return { row, problems: row === undefined ? [] : problemsOfRow(row, path) };
}

/** A row that names its type, or is unmistakably of one. */
function typed(row: JsonObject): JsonObject | undefined {
  if ("entity_type" in row) return row;
  const type = guessType(row);
  return type === undefined ? undefined : { ...row, entity_type: type };
}

function notRecognised(row: number): Warning {
  return {
    code: "ROW_NOT_RECOGNISED",
    message: "A row names no entity_type and fits no schema well enough. It stays in the file alone.",
    details: { row },
  };
}
