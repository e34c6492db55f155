import type { JsonObject } from "../../../kernel/index.ts";

const NAMES = ["name", "full_name", "title", "subject", "display_name"];

/** What a thing is called, as far as what is known of it tells: by its name, by its number, or by whose it is. */
export function nameIn(snapshot: JsonObject, entityType: string): string {
  const fields = Object.keys(snapshot).filter((field) => typeof snapshot[field] === "string");
  const field =
    [...NAMES, `${entityType}_name`, `${entityType}_number`, `${entityType}_id`].find((one) => fields.includes(one)) ??
    fields.find((one) => one.endsWith("_name")) ??
    fields[0];
  const text = field === undefined ? undefined : snapshot[field];
  return typeof text === "string" ? text : entityType;
}
