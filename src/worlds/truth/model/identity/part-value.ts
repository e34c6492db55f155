import type { JsonObject } from "../../../../kernel/index.ts";
import { showValue } from "../schema/fit-value.ts";
import { readDate } from "../schema/read-date.ts";
import { type EntitySchema, fieldOf } from "../schema/types/entity-schema.ts";
import { foldText } from "./clean-text.ts";
import { textOf } from "./names.ts";
import { normalizeName } from "./normalize-name.ts";
import type { RulePart } from "./rules.ts";

/** What a row says of one part of a rule, in the form that is compared. */
export function partOf(schema: EntitySchema, part: RulePart, row: JsonObject): string | undefined {
  for (const field of part.fields) {
    const value = partValue(schema, field, row);
    if (value !== undefined && value !== "") return value;
  }
  return undefined;
}

const COMPANY_FIELD = /^(?:vendor|merchant|counterparty|payer|institution)(?:_name)?$/;

function partValue(schema: EntitySchema, field: string, row: JsonObject): string | undefined {
  const text = textOf(row, field);
  if (text === undefined) return undefined;
  const given = row[field] ?? null;
  const type = fieldOf(schema, field)?.type;
  const time = type === "date" ? readDate(given) : undefined;
  if (time !== undefined) return new Date(time).toISOString();
  const shown = type === "number" ? showValue(schema, field, given) : undefined;
  if (typeof shown === "number") return String(shown);
  // Ids of other systems may differ in case alone.
  if (field.endsWith("_id") || field === "session_id") return text.normalize("NFKC").trim();
  return COMPANY_FIELD.test(field) ? normalizeName("company", text) : foldText(text);
}
