import type { JsonObject } from "../../../../kernel/index.ts";
import { matchSchema } from "../../model/schema/match-schema.ts";
import { splitRow } from "../../model/schema/split-row.ts";

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
export function guessType(row: JsonObject): string | undefined {
  if (isContact(row)) return "contact";
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

/** A first and a last name with a way to reach whoever has them: an address book writes nobody else so. */
function isContact(row: JsonObject): boolean {
  const has = (name: string) => typeof row[name] === "string" && row[name] !== "";
  return has("first_name") && has("last_name") && (has("email") || has("phone"));
}

/** What everyday types need beside a name: a note its words, a task its state, others a way to reach them. */
function tellsPlain(type: string, row: JsonObject): boolean {
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(row, name));
  if (type === "task") return has("status", "due_date");
  if (type === "note") return has("content");
  return has("email", "phone", "organization", "role", "address", "website", "legal_name", "industry");
}
