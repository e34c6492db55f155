import { hash } from "node:crypto";
import type { Json } from "./json.ts";

/**
 * The one text form of a value: keys sorted by code unit, no white space, absent keys left out.
 * Every hash in the product is taken over this text, so it refuses what could be read two ways.
 */
export function canonicalJson(value: Json): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError("A number that is not finite has no canonical form");
      return String(value === 0 ? 0 : value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value as Readonly<Record<string, Json>>);
    default:
      throw new TypeError(`A value of type ${typeof value} has no canonical form`);
  }
}

/** Text that stands between quotes as it is: most of it does, and needs no look at every letter. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError("A string with a lone surrogate has no canonical form");
  return JSON.stringify(text);
}

function canonicalArray(items: readonly Json[]): string {
  let text = "[";
  for (let at = 0; at < items.length; at++) text += (at === 0 ? "" : ",") + canonicalJson(items[at] as Json);
  return `${text}]`;
}

function canonicalObject(object: Readonly<Record<string, Json | undefined>>): string {
  let text = "{";
  for (const key of sortedKeys(object)) {
    const value = object[key];
    if (value !== undefined) text += `${text === "{" ? "" : ","}${quoted(key)}:${canonicalJson(value)}`;
  }
  return `${text}}`;
}

function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  for (let at = 1; at < keys.length; at++) {
    // Array.prototype.sort without a comparator orders by code unit, in every locale.
    if ((keys[at - 1] as string) > (keys[at] as string)) return keys.sort();
  }
  return keys;
}

/** SHA-256 of a text or of bytes, as 64 hex digits. */
export function sha256(data: string | Uint8Array): string {
  return hash("sha256", data, "hex");
}

/** SHA-256 of a value's canonical JSON. */
export function hashOf(value: Json): string {
  return sha256(canonicalJson(value));
}
