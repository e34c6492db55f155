import type { JsonObject } from "../../../../kernel/index.ts";
import { foldText } from "./clean-text.ts";
import { isCompany } from "./normalize-name.ts";

const NAMES = ["name", "canonical_name", "full_name", "title"];
/** The title of a person is Dr, not a name. */
const PERSON_NAMES = ["name", "canonical_name", "full_name"];
const COMPANY_NAMES = ["name", "canonical_name", "full_name", "title", "legal_name"];
const PERSON_TYPES = new Set(["person", "contact"]);

/** Names that say there is no name. */
const PLACEHOLDERS = new Set(
  "unknown,untitled,unnamed,anonymous,none,null,undefined,n/a,no name,no title,no subject,(no subject)".split(","),
);

export interface GivenName {
  readonly field: string;
  readonly text: string;
}

export function isPersonal(ruleType: string): boolean {
  return PERSON_TYPES.has(ruleType);
}

/** The name a row gives, as written. */
export function givenName(ruleType: string, row: JsonObject): GivenName | undefined {
  const fields = isPersonal(ruleType) ? PERSON_NAMES : isCompany(ruleType) ? COMPANY_NAMES : NAMES;
  for (const field of fields) {
    const text = textOf(row, field);
    if (text !== undefined && isName(text)) return { field, text };
  }
  return isPersonal(ruleType) ? firstAndLast(row) : undefined;
}

function firstAndLast(row: JsonObject): GivenName | undefined {
  const first = textOf(row, "first_name");
  const last = textOf(row, "last_name");
  return first !== undefined && last !== undefined
    ? { field: "first_name+last_name", text: `${first} ${last}` }
    : undefined;
}

function isName(text: string): boolean {
  const folded = foldText(text);
  return !PLACEHOLDERS.has(folded) && /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(folded);
}

/** A field's text; a number is its digits; undefined where there is none to read. */
export function textOf(row: JsonObject, field: string): string | undefined {
  const value = Object.hasOwn(row, field) ? row[field] : undefined;
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
