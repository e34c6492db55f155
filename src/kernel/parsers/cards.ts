import ICAL from "ical.js";
import type { CardComponent, CardFile, CardProperty } from "../text-files.ts";
import { isOldCards, readOldCards } from "./old-cards.ts";
import { offsetsOf, type ZoneOffsets } from "./zone-offsets.ts";

/** As the library gives a component: its name, its properties, what stands in it. */
type Component = [name: string, properties: Property[], components: Component[]];
type Property = [name: string, parameters: Record<string, unknown>, type: string, ...values: unknown[]];

const COMPONENTS_MAX = 20_000;
const DEPTH_MAX = 16;

/** Reads iCalendar and vCard. Recurrences are told, never expanded: a calendar may recur for ever. */
export function parseCards(bytes: Uint8Array): CardFile {
  const text = Buffer.from(bytes).toString("utf8");
  if (isOldCards(text)) return { components: readOldCards(text) };
  const parsed = ICAL.parse(text) as unknown as Component | Component[];
  const roots = typeof parsed[0] === "string" ? [parsed as Component] : (parsed as Component[]);
  const places = placesOf(text);
  let count = 0;

  function convert(
    component: Component,
    place: Place | undefined,
    depth: number,
    outside?: ZoneOffsets,
  ): CardComponent {
    const [name, properties, components] = component;
    const offsets = name === "vcalendar" ? offsetsOf(component) : outside;
    count += 1;
    if (count > COMPONENTS_MAX || depth > DEPTH_MAX) throw new RangeError("more components than may be");
    return {
      name,
      properties: properties.flatMap((property, index) => placed(property, place?.properties[index], offsets)),
      components: components.map((inner, index) => convert(inner, place?.components[index], depth + 1, offsets)),
    };
  }
  return { components: roots.map((root, index) => convert(root, places.components[index], 0)) };
}

function placed(
  [name, parameters, type, ...values]: Property,
  line: Line | undefined,
  offsets: ZoneOffsets | undefined,
): CardProperty[] {
  // What cannot be shown where it stands is not said to stand there.
  if (line === undefined || line.name !== name) return [];
  const offset = type === "date-time" ? offsets?.(String(parameters.tzid ?? ""), String(values[0])) : undefined;
  return [
    {
      name,
      parameters: {
        ...Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)])),
        ...(offset !== undefined && { offset }),
      },
      values: values.map((value) => (Array.isArray(value) ? value.map(textOf) : [textOf(value)])),
      start: line.start,
      end: line.end,
    },
  ];
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(" ");
  if (typeof value !== "object" || value === null) return String(value ?? "");
  return Object.entries(value)
    .map(([name, part]) => `${name.toUpperCase()}=${textOf(part)}`)
    .join(";");
}

interface Line {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface Place {
  readonly properties: Line[];
  readonly components: Place[];
}

/** Where every property stands, in the order the library gives them: it keeps no places itself. */
function placesOf(text: string): Place {
  const root: Place = { properties: [], components: [] };
  const open = [root];
  for (const { start, end } of contentLines(text)) {
    const line = text.slice(start, end);
    const colon = valueAt(line);
    if (colon === -1) continue;
    const head = line.slice(0, colon).replace(/\r?\n[ \t]/g, "");
    const [label = ""] = head.split(";", 1);
    const name = label.slice(label.indexOf(".") + 1).toLowerCase();
    if (name === "begin") {
      const place = { properties: [], components: [] };
      open.at(-1)?.components.push(place);
      open.push(place);
    } else if (name === "end") {
      if (open.length > 1) open.pop();
    } else open.at(-1)?.properties.push({ name, start: start + colon + 1, end });
  }
  return root;
}

/** Lines as they are meant: what begins with a space goes on with the line before. */
function* contentLines(text: string): Iterable<{ start: number; end: number }> {
  for (let start = 0; start < text.length; ) {
    let end = text.indexOf("\n", start);
    while (end !== -1 && (text[end + 1] === " " || text[end + 1] === "\t")) end = text.indexOf("\n", end + 1);
    const next = end === -1 ? text.length : end + 1;
    const last = end === -1 ? text.length : end;
    yield { start, end: text[last - 1] === "\r" ? last - 1 : last };
    start = next;
  }
}

/** The colon before the value: those inside quotation marks belong to parameters. */
function valueAt(line: string): number {
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (line[at] === ":" && !isQuoted) return at;
  }
  return -1;
}
