import { createTurns, type Env, isJsonObject, type Json, type JsonObject } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import { type CheckedRow, type Problem, problemsOfRow, ROW_BYTES_MAX, ROW_DEPTH_MAX } from "../../model/row.ts";
import { FILE_ROWS_MAX } from "../limits.ts";
import type { Place, SourceText } from "../places.ts";
import { type JsonPlace, placeJson, valueAt } from "../quote/json-places.ts";
import { mayHoldLongNumber } from "../quote/read-number.ts";
import { guessType, mayBeOf } from "./guess-type.ts";
import { readColumns, type WrittenRow } from "./read-columns.ts";
import { broken, type FileReading, rowSkipped, tooManyRows } from "./reading.ts";
import { createMapped, renameRow } from "./rename-rows.ts";
import { rowsInJson, thingsInside } from "./rows-in-json.ts";

/** A row as the parser gives it, with rounded numbers, and where it is written. */
interface JsonRow {
  /** The type that what holds it says it is, where that is not said of all rows. */
  readonly type?: string | undefined;
  readonly value: Json | undefined;
  readonly start: number;
  readonly end: number;
  /** The line that it would stand on, were that JSON. */
  readonly broken?: { readonly line: number; readonly position?: number };
}

/** What rows are read from: the text without a mark at its beginning, and that of the file, which quotes are taken from. */
interface JsonText {
  readonly text: string;
  readonly source: SourceText;
  readonly sourceId: string;
  /** The type that what holds the rows says they are. */
  readonly type?: string | undefined;
}

const NAMES_MAX = 20;

function jsonText(source: SourceText, sourceId: string): JsonText {
  return { text: source.text.replace(/^\ufeff/, ""), source, sourceId };
}

/** A JSON file: an array of rows, an object that wraps them, or one row. */
export async function readJson(
  source: SourceText,
  parsed: ParsedJson,
  sourceId: string,
  env: Env,
): Promise<FileReading> {
  const file = jsonText(source, sourceId);
  const { text } = file;
  if ("broken" in parsed) return broken({ format: "json", ...parsed.broken });
  const { value } = parsed;
  const { path, value: inner, type, beside } = rowsInJson(value);
  let [start, end] = [0, text.length];
  for (const name of path) {
    const around = placeJson(text, start, 1);
    if (around?.twice !== undefined) return broken({ format: "json", position: around.twice, reason: "duplicate_key" });
    const place = around?.members?.get(name);
    [start, end] = [place?.start ?? start, place?.end ?? end];
  }
  const within = { ...file, type };
  const inside = path.length === 0 ? thingsInside(inner) : [];
  if (inside.length > 0) {
    const rows = inside.map(({ path: way, type: kind }) => ({ ...placedAt(text, inner, way), type: kind }));
    return readRows(within, [{ value: inner, start, end }, ...rows], env);
  }
  const reading = Array.isArray(inner)
    ? await readArray(within, inner, start, env)
    : await readRows(within, [{ value: inner, start, end }], env);
  return beside.length === 0 || reading.rows === null
    ? reading
    : { ...reading, warnings: [...reading.warnings, leftBeside(beside)] };
}

/** A value deep in a text, and where it stands there. */
function placedAt(text: string, value: Json, way: readonly (string | number)[]): JsonRow {
  let place = placeJson(text);
  let inner: Json | undefined = value;
  for (const step of way) {
    place = typeof step === "number" ? place?.items?.[step] : place?.members?.get(step);
    inner = (inner as Record<string | number, Json> | undefined)?.[step];
  }
  return { value: inner, start: place?.start ?? 0, end: place?.end ?? 0 };
}

/** One JSON value a line. A line that is none is told of; the others are read. */
export async function readJsonLines(source: SourceText, sourceId: string, env: Env): Promise<FileReading> {
  const turns = createTurns(env);
  const file = jsonText(source, sourceId);
  const rows: JsonRow[] = [];
  let start = 0;
  for (const [index, line] of file.text.split("\n").entries()) {
    if (turns.isDue()) await turns.take();
    const place = { start, end: start + line.length };
    start = place.end + 1;
    if (line.trim() === "") continue;
    const parsed = parseJson(line);
    const row = "value" in parsed ? parsed : { value: undefined, broken: { line: index + 1, ...parsed.broken } };
    if (rows.push({ ...row, ...place }) > FILE_ROWS_MAX) return tooManyRows();
  }
  const [first] = rows;
  if (first?.broken !== undefined && rows.every((row) => row.broken !== undefined)) {
    return broken({ format: "ndjson", ...first.broken });
  }
  return readRows(file, rows, env);
}

/** A text as a value, or where it breaks, if the parser tells. */
export type ParsedJson = { readonly value: Json } | { readonly broken: { readonly position?: number } };

export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    // Broken text is a finding here, not a fault: the file is kept and its reader told.
    const [, position] = /position (\d+)/.exec(String(error)) ?? [];
    if (position !== undefined) return { broken: { position: Number(position) } };
    return { broken: String(error).includes("end of JSON input") ? { position: text.length } : {} };
  }
}

async function readArray(file: JsonText, values: readonly Json[], start: number, env: Env): Promise<FileReading> {
  if (values.length > FILE_ROWS_MAX) return tooManyRows();
  const places = placeJson(file.text, start, 1)?.items ?? [];
  const written = places.map(({ start: from, end }, index) => ({ value: values[index], start: from, end }));
  return readRows(file, written, env);
}

async function readRows(file: JsonText, written: readonly JsonRow[], env: Env): Promise<FileReading> {
  const turns = createTurns(env);
  const rows: WrittenRow[] = [];
  const warnings: Warning[] = [];
  const rename = createMapped();
  for (const [index, one] of written.entries()) {
    if (turns.isDue()) await turns.take();
    if (one.broken !== undefined) {
      warnings.push(lineSkipped(one.broken));
      continue;
    }
    const { row, problems } = readRow(file.text, one, `rows[${index}]`, (row) =>
      one.type === undefined ? typed(row, file, index) : { ...row, entity_type: one.type },
    );
    if (problems.length > 0) warnings.push(rowSkipped(index, problems));
    else if (row === undefined) warnings.push(notRecognised(index));
    else
      rows.push(
        renameRow(
          { row: row as CheckedRow, index, isPlaced: one.type !== undefined, places: () => placesOf(file, one) },
          rename,
        ),
      );
  }
  const read = readColumns(file.source, rows);
  return { rows: read.rows, warnings: [...warnings, ...rename.warnings(), ...read.warnings] };
}

/** Where the values of a row stand in the file. */
function placesOf({ text, source }: JsonText, { start }: JsonRow): Record<string, Place> {
  const mark = source.text.length - text.length;
  const members = placeJson(text, start, ROW_DEPTH_MAX + 1)?.members ?? new Map<string, JsonPlace>();
  return Object.fromEntries(
    Array.from(members, ([name, place]) => [name, { text: source, start: mark + place.start, end: mark + place.end }]),
  );
}

interface ReadRow {
  /** Undefined where it is no object. */
  readonly row: JsonObject | undefined;
  readonly problems: readonly Problem[];
}

function readRow(
  text: string,
  { value, start, end }: JsonRow,
  path: string,
  typedRow: (row: JsonObject) => JsonObject,
): ReadRow {
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
function typed(row: JsonObject, { sourceId, type: said }: JsonText, index: number): JsonObject {
  if ("entity_type" in row) return row;
  const type = said !== undefined && mayBeOf(said, row) ? said : (typeNamed(row) ?? guessType(row));
  if (type !== undefined) return { ...row, entity_type: type };
  return { ...row, entity_type: "dataset_row", dataset_id: sourceId, row_number: index + 1 };
}

/** A type that a row names where programs do, if it has the fields of one. */
function typeNamed({ type, ...row }: JsonObject): string | undefined {
  return typeof type === "string" && mayBeOf(type, row as JsonObject) ? type : undefined;
}

function leftBeside(names: readonly string[]): Warning {
  const message = "What stands beside the rows of the file is no row. It stays in the file alone.";
  return {
    code: "LEFT_BESIDE_ROWS",
    message,
    details: { names: names.slice(0, NAMES_MAX).map((name) => name.slice(0, 100)) },
  };
}

function notRecognised(row: number): Warning {
  return {
    code: "ROW_NOT_RECOGNISED",
    message: "A row is no object, so it has no fields. It stays in the file alone.",
    details: { row },
  };
}

function lineSkipped({ line, position }: { readonly line: number; readonly position?: number }): Warning {
  return {
    code: "LINE_SKIPPED",
    message: "A line of the file is no JSON. It stays in the file alone; the other lines are read.",
    details: { line, reason: "not_json", ...(position !== undefined && { position }) },
  };
}
