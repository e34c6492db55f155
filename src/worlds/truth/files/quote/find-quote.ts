import { canonicalJson, type Json, type JsonObject, wholeEnd } from "../../../../kernel/index.ts";
import { type Cell, columnsOf, type Parsing, placeCells, readTable, type TableType } from "../csv.ts";
import { type JsonPlace, objectsIn, placeJson, valueAt } from "./json-places.ts";

/** The words of a source behind a value: its bytes from start to end decode to exactly `text`. */
export interface Quote {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly unit: "byte";
  /** Which part of the file, where it was not the file itself. */
  readonly part?: string;
  readonly page?: number;
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
export const QUOTE_CHARS_MAX = 4000;

/** Finds a value in the text it was read from, or null where it does not stand there verbatim. */
export type FindQuote = (wanted: Wanted) => Promise<Quote | null>;

type QuoteParsing = Pick<Parsing, "parse" | "signal">;

/** Opens a text for as many looks as an answer needs: it is parsed once. */
export function openText(text: string, mimeType: string, parsing: QuoteParsing): FindQuote {
  return quotesBy(text, finderOf(text, mimeType, parsing));
}

/** The same for JSON that we wrote ourselves, as of a call or a correction. */
export function openJson(text: string): FindQuote {
  return quotesBy(text, inJson(text));
}

type Find = (wanted: Wanted) => Place | Promise<Place | undefined> | undefined;

function quotesBy(text: string, find: Find): FindQuote {
  return async (wanted) => {
    const place = await find(wanted);
    return place === undefined ? null : quoteAt(text, place);
  };
}

function finderOf(text: string, mimeType: string, parsing: QuoteParsing): Find {
  const type = mimeType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (/^application\/(?:x-)?(?:ndjson|jsonlines|jsonl)$/.test(type)) return (wanted) => placeInLines(text, wanted);
  if (type === "application/json" || type === "text/json" || type.endsWith("+json")) return inJson(text);
  if (type === "text/csv" || type === "application/csv") return inCsv(text, "csv", parsing);
  if (type === "text/tab-separated-values") return inCsv(text, "tsv", parsing);
  return ({ value }) => onlyPlace(text, value);
}

function inJson(text: string): (wanted: Wanted) => Place | undefined {
  const root = placeJson(text, text.startsWith("\ufeff") ? 1 : 0);
  return (wanted) => root && fittingMember(text, root, wanted);
}

function placeInLines(text: string, wanted: Wanted): Place | undefined {
  for (let from = text.startsWith("\ufeff") ? 1 : 0; from < text.length; ) {
    const end = text.indexOf("\n", from);
    // A line alone: one that is no JSON would be read on into the next.
    const line = text.slice(from, end === -1 ? undefined : end);
    const root = line.trim() === "" ? undefined : placeJson(line);
    const found = root && fittingMember(line, root, wanted);
    if (found !== undefined) return { start: from + found.start, end: from + found.end };
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

function inCsv(text: string, type: TableType, parsing: QuoteParsing): (wanted: Wanted) => Promise<Place | undefined> {
  let placed: ReturnType<typeof placeTable> | undefined;
  return async ({ field, value, row }) => {
    placed ??= placeTable(text, type, parsing);
    const { columns, records } = await placed;
    const cellOf = (cells: readonly Cell[], name: string) => cells[columns.get(name) ?? -1];
    // What no column has was added when the row was read, such as its number.
    const told = Object.entries(row).filter(([name]) => columns.has(name));
    const found = records.find(
      (cells) =>
        reads(cellOf(cells, field), value) && told.every(([name, other]) => reads(cellOf(cells, name), other ?? null)),
    );
    return found && cellOf(found, field);
  };
}

/** The columns of a table by the fields they stand for, and its cells; of a text that is none, nothing. */
async function placeTable(text: string, type: TableType, parsing: QuoteParsing) {
  const table = await readTable(text, type, parsing);
  if (!("table" in table)) return { columns: new Map<string, number>(), records: [] };
  const [header = [], ...records] = placeCells(table);
  const names = columnsOf(header.map(({ value }) => value));
  return { columns: new Map(names.map((name, index) => [name, index])), records };
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
  const end = wholeEnd(text, Math.min(place.end, place.start + QUOTE_CHARS_MAX));
  const words = text.slice(place.start, end);
  const start = Buffer.byteLength(text.slice(0, place.start));
  return { text: words, start, end: start + Buffer.byteLength(words), unit: "byte" };
}
