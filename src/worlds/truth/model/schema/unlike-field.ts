import type { Json } from "../../../../kernel/index.ts";
import { type EntitySchema, fieldOf } from "./types/entity-schema.ts";

const ADDRESS = /(?:^|_)e?_?mail(?:_address)?$/;
const LINK = /(?:^|_)(?:website|url|link)$/;

/** Why a value is most likely a slip for a field of text, though it can be kept as one; undefined where it is none. */
export function unlikeField(schema: EntitySchema, field: string, value: Json | undefined): string | undefined {
  if (fieldOf(schema, field)?.type !== "string") return undefined;
  if (typeof value === "boolean") return "must be a text, not true or false";
  // What a person writes for an address is theirs to know; a number is a slip. Of phones and numbers of things it is none.
  if (typeof value !== "number") return undefined;
  if (ADDRESS.test(field)) return "must be an e-mail address";
  return LINK.test(field) ? "must be an address on the web" : undefined;
}
