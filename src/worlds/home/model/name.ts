import type { JsonObject } from "../../../kernel/index.ts";

const NAMES = ["name", "full_name", "title", "subject", "display_name"];

/** What a thing is called, as far as what is known of it tells. */
export function nameIn(snapshot: JsonObject, entityType: string): string {
  const field = NAMES.find((one) => typeof snapshot[one] === "string");
  const text = field === undefined ? Object.values(snapshot).find((one) => typeof one === "string") : snapshot[field];
  return typeof text === "string" ? text : entityType;
}
