import { canonicalJson, type Json, type JsonObject } from "../../../../kernel/index.ts";
import { showValue } from "../schema/fit-value.ts";
import { readDate } from "../schema/read-date.ts";
import { type EntitySchema, fieldOf } from "../schema/types/entity-schema.ts";

const CASE_KEPT = new Set([
  "content",
  "notes",
  "description",
  "summary",
  "organization",
  "organisation",
  "website",
  "url",
  "external_id",
]);
const CASE_KEPT_PATTERN = /name$|title$|^(?:subject|address|city|state|country|location|venue|brand)$/;

/** The form of values that hashes are taken over: what differs only in spelling hashes the same. Never shown, never stored as the value. */
export function canonicalFields(schema: EntitySchema, fields: JsonObject): JsonObject {
  const entries: [string, Json][] = [];
  for (const field of Object.keys(fields).sort()) {
    const value = fields[field];
    if (value !== undefined) entries.push([field, canonicalField(schema, field, value)]);
  }
  return Object.fromEntries(entries);
}

function canonicalField(schema: EntitySchema, field: string, value: Json): Json {
  const definition = fieldOf(schema, field);
  if (definition?.type === "date") {
    const time = readDate(value);
    if (time !== undefined) return new Date(time).toISOString();
  }
  const keepsCase = definition?.preserveCase ?? (CASE_KEPT.has(field) || CASE_KEPT_PATTERN.test(field));
  return canonicalValue(showValue(schema, field, value), keepsCase);
}

function canonicalValue(value: Json, keepsCase: boolean): Json {
  if (typeof value === "string") return canonicalText(value, keepsCase);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return sorted((value as readonly Json[]).map((item) => canonicalValue(item, keepsCase)));
  const entries = Object.entries(value as JsonObject).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, canonicalValue(item, keepsCase)]));
}

function canonicalText(text: string, keepsCase: boolean): string {
  const spaced = text.trim().replace(/\s+/g, " ");
  return keepsCase ? spaced : spaced.toLowerCase();
}

function sorted(items: readonly Json[]): readonly Json[] {
  const keyed = items.map((item) => [canonicalJson(item), item] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, item]) => item);
}
