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
    if (value !== undefined) text += (text === "{" ? "" : ",") + named(key) + canonicalJson(value);
  }
  return `${text}}`;
}

/** Names as they stand before their values: the same few of them, in every entry and row. */
const names = new Map<string, string>();
const NAMES_MAX = 4096;
const NAME_CHARS_MAX = 64;

function named(key: string): string {
  let text = names.get(key);
  if (text === undefined) {
    text = `${quoted(key)}:`;
    if (names.size < NAMES_MAX && key.length <= NAME_CHARS_MAX) names.set(key, text);
  }
  return text;
}

/** So many are put in order by hand: for few keys that takes less than what the engine sets up to sort. */
const FEW_KEYS = 24;

function sortedKeys(object: object): string[] {
  const keys = Object.keys(object);
  // Array.prototype.sort without a comparator orders by code unit, in every locale, and so does `>`.
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at] as string;
    let place = at;
    for (; place > 0 && (keys[place - 1] as string) > key; place--) keys[place] = keys[place - 1] as string;
    keys[place] = key;
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
