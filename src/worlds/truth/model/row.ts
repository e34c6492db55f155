import { canonicalJson, isJsonObject, type Json, type JsonObject } from "../../../kernel/index.ts";
import { EntityType, RESERVED_NAMES } from "./inputs.ts";

export const ROWS_MAX = 1000;
export const ROW_BYTES_MAX = 1024 * 1024;
const ROW_FIELDS_MAX = 1000;
const NAME_CHARS_MAX = 200;
export const ROW_DEPTH_MAX = 32;
/** Enough to see what is wrong with a row. */
export const PROBLEMS_MAX = 20;

/** A row that can be stored as it is. */
export interface CheckedRow extends JsonObject {
  readonly entity_type: string;
}

export interface Problem extends JsonObject {
  readonly path: string;
  readonly message: string;
}

/** What keeps a row from being stored, its length included. */
export function problemsOfRow(row: unknown, path: string): Problem[] {
  const problems = problemsOfForm(row, path);
  if (problems.length > 0 || Buffer.byteLength(canonicalJson(row as JsonObject)) <= ROW_BYTES_MAX) return problems;
  return [{ path, message: `must be at most ${ROW_BYTES_MAX} bytes; store a longer text as a file` }];
}

/** The same whatever its length, for many rows whose length is known. */
export function problemsOfForm(row: unknown, path: string): Problem[] {
  if (!isJsonObject(row)) return [{ path, message: "must be an object" }];
  const problems: Problem[] = [];
  const type = EntityType.safeParse("entity_type" in row ? row.entity_type : undefined);
  if (!type.success) {
    const [issue] = type.error.issues;
    const isText = issue?.code !== "invalid_type";
    const message = isText ? issue?.message : "must be a type such as invoice or note";
    problems.push({ path: `${path}.entity_type`, message: message ?? "must be an entity type" });
  }
  const names = Object.keys(row);
  if (names.length > ROW_FIELDS_MAX) problems.push({ path, message: `must have at most ${ROW_FIELDS_MAX} fields` });
  if (names.length === 1 && names[0] === "entity_type")
    problems.push({ path, message: "must say something besides its type" });
  checkValue(row, path, 0, problems);
  return problems;
}

/** Names and values that every part of the world can carry. Stops at the first problems, and at the depth allowed. */
export function checkValue(value: unknown, path: string, depth: number, problems: Problem[]): void {
  if (problems.length >= PROBLEMS_MAX) return;
  const bad = problemWith(value, depth);
  if (bad !== undefined) {
    problems.push({ path, message: bad });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => void checkValue(item, `${path}[${index}]`, depth + 1, problems));
  } else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const misnamed = problemWithName(name);
      if (misnamed === undefined) checkValue(item, `${path}.${name}`, depth + 1, problems);
      else problems.push({ path, message: misnamed });
    }
  }
}

/** PostgreSQL stores none. A call is refused before it comes here; a file may have one. */
const NO_NUL = "must not contain a NUL character";

function problemWith(value: unknown, depth: number): string | undefined {
  if (depth > ROW_DEPTH_MAX) return `must be nested at most ${ROW_DEPTH_MAX} deep`;
  if (typeof value === "string" && !value.isWellFormed()) return "must not contain half of a surrogate pair";
  if (typeof value === "string" && value.includes("\0")) return NO_NUL;
  if (typeof value === "string" && value.length > ROW_BYTES_MAX) return `must be at most ${ROW_BYTES_MAX} bytes`;
  if (typeof value === "number" && !Number.isFinite(value)) return "must be a finite number";
  if (value === undefined || typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") {
    return "must be a JSON value";
  }
  return undefined;
}

function problemWithName(name: string): string | undefined {
  if (name.includes("\0")) return "has a field name with a NUL character";
  if (RESERVED_NAMES.has(name)) return "has a field whose name is reserved";
  if (name === "" || name.length > NAME_CHARS_MAX)
    return `has a field name that is not 1 to ${NAME_CHARS_MAX} characters`;
  return name.isWellFormed() ? undefined : "has a field name with half of a surrogate pair";
}

/** The data of a row: everything but its type. */
export function dataOf({ entity_type: _type, ...data }: CheckedRow): Readonly<Record<string, Json | undefined>> {
  return data;
}
