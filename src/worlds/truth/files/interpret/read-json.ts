import { isJsonObject, type Json, type JsonObject } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import { type CheckedRow, type Problem, problemsOfRow, ROW_BYTES_MAX, ROW_DEPTH_MAX } from "../../model/row.ts";
import { FILE_ROWS_MAX } from "../limits.ts";
import type { FoundRow } from "../places.ts";
import { placeJson, valueAt } from "../quote/json-places.ts";
import { mayHoldLongNumber } from "../quote/read-number.ts";
import { guessType } from "./guess-type.ts";
import { broken, type FileReading, rowSkipped, tooManyRows } from "./reading.ts";

/** A row as the parser gives it, with rounded numbers, and where it is written. */
interface WrittenRow {
  readonly value: Json | undefined;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A JSON file: an array of rows, an object with them under `entities` or as its only list, or one row. */
export function readJson(text: string, sourceId: string): FileReading {
  const parsed = parseJson(text);
  if ("broken" in parsed) return broken({ format: "json", ...parsed.broken });
  const { value } = parsed;
  if (Array.isArray(value)) return readArray(text, value, 0, sourceId);
  const name = isJsonObject(value) ? listIn(value) : undefined;
  const rows = isJsonObject(value) && name !== undefined ? value[name] : undefined;
  if (name === undefined || !Array.isArray(rows))
    return readRows([{ value, text, start: 0, end: text.length }], sourceId);
  const around = placeJson(text, 0, 1);
  if (around?.twice !== undefined) return broken({ format: "json", position: around.twice, reason: "duplicate_key" });
  return readArray(text, rows, around?.members?.get(name)?.start ?? 0, sourceId);
}

/** Under which name an object that is no row itself holds rows: `entities`, or its only list of objects. */
function listIn(value: JsonObject): string | undefined {
  if (Array.isArray(value.entities)) return "entities";
  if ("entity_type" in value || guessType(value) !== undefined) return undefined;
  const lists = Object.entries(value).filter(
    ([, inner]) => Array.isArray(inner) && inner.length > 0 && inner.every((item) => isJsonObject(item)),
  );
  // What stands beside it are counts and addresses of pages, not more of the same.
  const isAround = Object.values(value).filter((inner) => isJsonObject(inner)).length <= 1;
  return lists.length === 1 && isAround ? lists[0]?.[0] : undefined;
}

/** One JSON value a line. */
export function readJsonLines(text: string, sourceId: string): FileReading {
  const rows: WrittenRow[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parseJson(line);
    if ("broken" in parsed) return broken({ format: "ndjson", line: index + 1, ...parsed.broken });
    if (rows.push({ ...parsed, text: line, start: 0, end: line.length }) > FILE_ROWS_MAX) return tooManyRows();
  }
  return readRows(rows, sourceId);
}

export function parseJson(text: string): { value: Json } | { broken: { position?: number } } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    // Broken text is a finding here, not a fault: the file is kept and its reader told where it breaks, if the parser tells.
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    if (position !== undefined) return { broken: { position: Number(position) } };
    return { broken: String(error).includes("end of JSON input") ? { position: text.length } : {} };
  }
}

function readArray(text: string, values: readonly Json[], start: number, sourceId: string): FileReading {
  if (values.length > FILE_ROWS_MAX) return tooManyRows();
  const places = placeJson(text, start, 1)?.items ?? [];
  const written = places.map(({ start: from, end }, index) => ({ value: values[index], text, start: from, end }));
  return readRows(written, sourceId);
}

function readRows(written: readonly WrittenRow[], sourceId: string): FileReading {
  const rows: FoundRow[] = [];
  const warnings: Warning[] = [];
  for (const [index, one] of written.entries()) {
    const { row, problems } = readRow(one, `rows[${index}]`, (row) => typed(row, sourceId, index));
    if (problems.length > 0) warnings.push(rowSkipped(index, problems));
    else if (row === undefined) warnings.push(notRecognised(index));
    else rows.push({ row: row as CheckedRow, index });
  }
  return { rows, warnings };
}

interface ReadRow {
  /** Undefined where it is no object. */
  readonly row: JsonObject | undefined;
  readonly problems: readonly Problem[];
}

function readRow(written: WrittenRow, path: string, typedRow: (row: JsonObject) => JsonObject): ReadRow {
  const { value, text, start, end } = written;
  if (!isJsonObject(value)) return { row: undefined, problems: [] };
  // Placing a row takes many times its memory, so one that is too long for a row is refused first.
  const rough = end - start > ROW_BYTES_MAX ? checked(typedRow(value), path) : undefined;
  if (rough !== undefined && rough.problems.length > 0) return rough;
  const place = placeJson(text, start, ROW_DEPTH_MAX + 1);
  if (place === undefined) throw new TypeError("what the parser reads as JSON is none");
  if (place.twice !== undefined) {
    return { row: value, problems: [{ path, message: "has a field name that stands twice in one object" }] };
  }
  const exact = mayHoldLongNumber(text.slice(start, end)) ? (valueAt(text, place) as JsonObject) : value;
  return checked(typedRow(exact), path);
}

function checked(row: JsonObject, path: string): ReadRow {
  return { row, problems: problemsOfRow(row, path) };
}

/** A row that names its type, or is unmistakably of one; any other is a row of the dataset that the file is. */
function typed(row: JsonObject, sourceId: string, index: number): JsonObject {
  if ("entity_type" in row) return row;
  const type = guessType(row);
  if (type !== undefined) return { ...row, entity_type: type };
  return { ...row, entity_type: "dataset_row", dataset_id: sourceId, row_number: index + 1 };
}

function notRecognised(row: number): Warning {
  return {
    code: "ROW_NOT_RECOGNISED",
    message: "A row is no object, so it has no fields. It stays in the file alone.",
    details: { row },
  };
}
