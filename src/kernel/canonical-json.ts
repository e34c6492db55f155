import { createHash } from "node:crypto";
import type { Json } from "./json.ts";

/**
 * The one text form of a value: keys sorted by code unit, no white space, absent keys left out.
 * Every hash in the product is taken over this text, so it refuses what could be read two ways.
 */
export function canonicalJson(value: Json): string {
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) throw new TypeError("A string with a lone surrogate has no canonical form");
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError("A number that is not finite has no canonical form");
      return JSON.stringify(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value as Readonly<Record<string, Json>>);
    default:
      throw new TypeError(`A value of type ${typeof value} has no canonical form`);
  }
}

function canonicalArray(items: readonly Json[]): string {
  return `[${items.map((item) => canonicalJson(item)).join(",")}]`;
}

function canonicalObject(object: Readonly<Record<string, Json | undefined>>): string {
  const parts: string[] = [];
  // Array.prototype.sort without a comparator orders by code unit, in every locale.
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (value !== undefined) parts.push(`${canonicalJson(key)}:${canonicalJson(value)}`);
  }
  return `{${parts.join(",")}}`;
}

/** SHA-256 of a text or of bytes, as 64 hex digits. */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** SHA-256 of a value's canonical JSON. */
export function hashOf(value: Json): string {
  return sha256(canonicalJson(value));
}
