import type { JsonObject } from "../../../kernel/index.ts";
import type { Warning } from "../identity/index.ts";
import { type CheckedRow, problemsOfRead } from "../write/check-rows.ts";
import { guessType } from "./guess-type.ts";
import { broken, FILE_ROWS_MAX, type FileReading, type FoundRow, tooManyRows } from "./reading.ts";

/** A JSON file: an array of rows, an object with them under `entities`, or one row. */
export function readJson(text: string): FileReading {
  const parsed = parse(text);
  if ("at" in parsed) return broken({ format: "json", position: parsed.at });
  return readValues(valuesIn(parsed.value));
}

/** One JSON value a line. */
export function readJsonLines(text: string): FileReading {
  const values: unknown[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parse(line);
    if ("at" in parsed) return broken({ format: "ndjson", line: index + 1, position: parsed.at });
    if (values.push(parsed.value) > FILE_ROWS_MAX) return tooManyRows();
  }
  return readValues(values);
}

function parse(text: string): { value: unknown } | { at: number | null } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    // Broken text is a finding here, not a fault: the file is kept and its reader told where it breaks.
    const [, at] = /position (\d+)/.exec(String(error)) ?? [];
    return { at: at === undefined ? null : Number(at) };
  }
}

function valuesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const entities = typeof value === "object" && value !== null && "entities" in value ? value.entities : undefined;
  return Array.isArray(entities) ? entities : [value];
}

function readValues(values: readonly unknown[]): FileReading {
  if (values.length > FILE_ROWS_MAX) return tooManyRows();
  const rows: FoundRow[] = [];
  const warnings: Warning[] = [];
  for (const [index, value] of values.entries()) {
    const row = typed(value);
    const problems = row === undefined ? [] : problemsOfRead(row, `rows[${index}]`);
    if (row !== undefined && problems.length === 0) rows.push({ row: row as CheckedRow, index });
    else warnings.push(skipped(index, problems));
  }
  return { rows, warnings };
}

/** A row that names its type, or is unmistakably of one. */
function typed(value: unknown): JsonObject | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const row = value as JsonObject;
  if ("entity_type" in row) return row;
  const type = guessType(row);
  return type === undefined ? undefined : { ...row, entity_type: type };
}

function skipped(index: number, problems: ReturnType<typeof problemsOfRead>): Warning {
  return problems.length > 0
    ? { code: "ROW_SKIPPED", message: "A row of the file cannot be stored.", details: { row: index, problems } }
    : {
        code: "ROW_NOT_RECOGNISED",
        message: "A row names no entity_type and fits no schema well enough. It stays in the file alone.",
        details: { row: index },
      };
}
