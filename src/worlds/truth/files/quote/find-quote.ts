import { canonicalJson, type Json, type JsonObject } from "../../../../kernel/index.ts";
import { fieldName } from "../csv-header.ts";
import { type Cell, placeCsv } from "./csv-places.ts";
import { type JsonPlace, objectsIn, placeJson, valueAt } from "./json-places.ts";

/** The words of a source behind a value: its bytes from start to end decode to exactly `text`. */
export interface Quote {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly unit: "byte";
}

/** What is looked for: one field of a row that a source is said to hold. */
export interface Wanted {
  readonly field: string;
  readonly value: Json;
  /** Everything that was read from the row, to tell it from others with the same value. */
  readonly row: JsonObject;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** A quote is a place to look at, not a copy: of a long value it gives the beginning. */
const QUOTE_CHARS_MAX = 4000;

/** Finds a value in the text it was read from, or null where it does not stand there verbatim. */
export function findQuote(text: string, mimeType: string, wanted: Wanted): Quote | null {
  const place = placeOf(text, mimeType, wanted);
  return place === undefined ? null : quoteAt(text, place);
}

function placeOf(text: string, mimeType: string, wanted: Wanted): Place | undefined {
  const type = mimeType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (/^application\/(?:x-)?(?:ndjson|jsonlines|jsonl)$/.test(type)) return placeInLines(text, wanted);
  if (type === "application/json" || type === "text/json" || type.endsWith("+json")) return placeInJson(text, wanted);
  if (type === "text/csv" || type === "application/csv") return placeInCsv(text, [",", ";", "\t"], wanted);
  if (type === "text/tab-separated-values") return placeInCsv(text, ["\t"], wanted);
  return onlyPlace(text, wanted.value);
}

function placeInJson(text: string, wanted: Wanted): Place | undefined {
  const root = placeJson(text, text.startsWith("\ufeff") ? 1 : 0);
  return root && fittingMember(text, root, wanted);
}

function placeInLines(text: string, wanted: Wanted): Place | undefined {
  for (let from = text.startsWith("\ufeff") ? 1 : 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    const root = text.slice(from, end === -1 ? undefined : end).trim() === "" ? undefined : placeJson(text, from);
    const found = root && fittingMember(text, root, wanted);
    if (found !== undefined) return found;
    if (end === -1) return undefined;
    from = end + 1;
  }
  return undefined;
}

/** The member of the first object that says all that was read from the row. */
function fittingMember(text: string, root: JsonPlace, { field, value, row }: Wanted): Place | undefined {
  const others = Object.entries(row).filter(([name]) => name !== field);
  for (const { members } of objectsIn(root)) {
    const place = members?.get(field);
    if (members === undefined || place === undefined || !says(text, place, value)) continue;
    if (others.every(([name, other]) => saysMember(text, members, name, other))) return place;
  }
  return undefined;
}

/** Goes no deeper than the value: a file may be nested far deeper. */
function says(text: string, place: JsonPlace, value: Json): boolean {
  const { items, members } = place;
  if (Array.isArray(value)) {
    return items?.length === value.length && items.every((item, index) => says(text, item, value[index] as Json));
  }
  if (typeof value === "object" && value !== null) {
    const wanted = Object.entries(value);
    return members?.size === wanted.length && wanted.every(([name, inner]) => saysMember(text, members, name, inner));
  }
  if (items !== undefined || members !== undefined) return false;
  return canonicalJson(valueAt(text, place) as Json) === canonicalJson(value);
}

function saysMember(
  text: string,
  members: ReadonlyMap<string, JsonPlace>,
  name: string,
  value: Json | undefined,
): boolean {
  const member = members.get(name);
  return member !== undefined && says(text, member, value ?? null);
}

function placeInCsv(text: string, delimiters: readonly string[], { field, value, row }: Wanted): Place | undefined {
  const header = text.slice(0, text.indexOf("\n") === -1 ? undefined : text.indexOf("\n"));
  const delimiter = delimiters.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ",";
  let columns: Map<string, number> | undefined;
  for (const cells of placeCsv(text, delimiter)) {
    if (columns === undefined) {
      columns = new Map(cells.map(({ value: name }, index) => [fieldName(name), index]));
      continue;
    }
    const cellOf = (name: string) => cells[columns?.get(fieldName(name)) ?? -1];
    const cell = cellOf(field);
    if (cell === undefined || !reads(cell, value)) continue;
    // What no column has was added when the row was read, such as its number.
    const others = Object.entries(row).filter(([name]) => columns?.has(fieldName(name)));
    if (others.every(([name, other]) => reads(cellOf(name), other ?? null))) return cell;
  }
  return undefined;
}

function reads(cell: Cell | undefined, value: Json): boolean {
  return cell !== undefined && cell.value.trim() === (typeof value === "string" ? value.trim() : String(value));
}

/** In prose a value proves something only where it stands once. */
function onlyPlace(text: string, value: Json): Place | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const words = String(value);
  const start = words === "" ? -1 : text.indexOf(words);
  if (start === -1 || text.indexOf(words, start + 1) !== -1) return undefined;
  return { start, end: start + words.length };
}

function quoteAt(text: string, place: Place): Quote {
  let end = Math.min(place.end, place.start + QUOTE_CHARS_MAX);
  if (end < place.end && /[\ud800-\udbff]/.test(text[end - 1] ?? "")) end -= 1;
  const words = text.slice(place.start, end);
  const start = Buffer.byteLength(text.slice(0, place.start));
  return { text: words, start, end: start + Buffer.byteLength(words), unit: "byte" };
}
