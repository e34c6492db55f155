import type { JsonObject } from "../../../../kernel/index.ts";
import { builtInSchemas } from "../../model/schema/built-in.ts";
import { matchSchema } from "../../model/schema/match-schema.ts";
import { splitRow } from "../../model/schema/split-row.ts";
import { renameFields } from "../../model/schema/synonyms.ts";
import { readWritten } from "./words/read-written.ts";

const FIELDS_LEAST = 2;
const CLAIMED_LEAST = 0.5;

/** Fields that things of every kind have: they tell none from another. */
const EVERYWHERE = new Set(
  "name,title,description,notes,url,version,type,status,category,tags,content,date,summary,source,language,country,license,author,id".split(
    ",",
  ),
);
/** Types that people mean by such fields alone. */
const PLAIN = new Set(["task", "note", "contact", "person", "company"]);

/**
 * The type of a row that does not name one. It must have every field the type asks for, at least two that the type
 * knows, at least half of its own claimed by it, and one that other things do not have as well: less would be a guess.
 */
export function guessType(written: JsonObject): string | undefined {
  if (isContact(written)) return "contact";
  if (isInvoice(written)) return "invoice";
  const row = meaningOf(written);
  const match = matchSchema(row);
  if (match === undefined) return undefined;
  const { fields, missing } = splitRow(match.schema, row);
  const claimed = Object.keys(fields);
  const { entity_type } = match.schema;
  // A field that is there with a value of another type is still there.
  const fits =
    missing.every((name) => Object.hasOwn(row, name)) &&
    claimed.length >= FIELDS_LEAST &&
    claimed.length >= Object.keys(row).length * CLAIMED_LEAST &&
    (PLAIN.has(entity_type) ? tellsPlain(entity_type, row) : claimed.some((name) => !EVERYWHERE.has(name)));
  return fits ? entity_type : undefined;
}

/** Numbers and days as programs write them: which of two a day is says nothing of the type. */
function meaningOf(row: JsonObject): JsonObject {
  const meant = Object.entries(row).map(([field, value]) => {
    const words = typeof value === "string" ? value.trim() : "";
    const day = words === "" ? undefined : readWritten(words, "day_first");
    return [field, day ?? readWritten(words, "decimal_point") ?? readWritten(words, "decimal_comma") ?? value];
  });
  return Object.fromEntries(meant);
}

/** A first and a last name with a way to reach whoever has them: an address book writes nobody else so. */
function isContact(row: JsonObject): boolean {
  const has = (name: string) => typeof row[name] === "string" && row[name] !== "";
  return has("first_name") && has("last_name") && (has("email") || has("phone"));
}

/** Nothing but a bill has the number of one and an amount; whose it is and when may stand anywhere. */
function isInvoice(row: JsonObject): boolean {
  return Object.hasOwn(row, "invoice_number") && AMOUNTS_OF_BILLS.some((name) => Object.hasOwn(row, name));
}

const AMOUNTS_OF_BILLS = ["amount_due", "amount", "total", "total_amount", "amount_total", "total_due"];

/** Whether a row may be of a type that something else says it is: the type knows two of its fields, or all. */
export function mayBeOf(type: string, row: JsonObject): boolean {
  const schema = builtInSchemas().find(({ entity_type }) => entity_type === type);
  if (schema === undefined) return false;
  const known = Object.keys(splitRow(schema, meaningOf(renameFields(schema, row).row)).fields).length;
  return known >= FIELDS_LEAST || (known > 0 && known === Object.keys(row).length);
}

/** What everyday types need beside a name: a note its words, a task its state, others a way to reach them. */
function tellsPlain(type: string, row: JsonObject): boolean {
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(row, name));
  if (type === "task") return has("status", "due_date");
  if (type === "note") return has("content");
  return has("email", "phone", "organization", "role", "address", "website", "legal_name", "industry");
}
