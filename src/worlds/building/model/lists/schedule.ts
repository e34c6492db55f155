import type { Json } from "../../../../kernel/index.ts";
import { refuse } from "../codes.ts";
import { categoryOf, type Element, type ElementType, text } from "../element.ts";
import { shownParameters } from "../parameters/convert.ts";
import { parametersOf } from "../parameters/of-type.ts";
import { levelOf } from "../shape/levels.ts";
import type { Solid } from "../solids/solid.ts";
import type { BranchState } from "../state/branch-state.ts";
import { rounded, toMm } from "../units.ts";
import { measuresOfElement } from "./measures.ts";
import type { Column, Table } from "./table.ts";

/** What can be asked of every element besides its parameters. */
const MEASURED = ["id", "category", "level", "host", "length", "area", "perimeter", "volume"];
const UNITS: Readonly<Record<string, string>> = { area: "m2", volume: "m3" };
const LENGTHS =
  /^(length|perimeter|height|width|thickness|depth|offset|.*_(height|width|depth|thickness|offset|elevation)|elevation|headroom|overhang)$/;
const TYPE_OF: Readonly<Record<string, ElementType>> = {
  Walls: "wall",
  Doors: "door",
  Windows: "window",
  Floors: "floor",
  Roofs: "roof",
  Columns: "column",
  Beams: "beam",
  Stairs: "stair",
  Rooms: "room",
  Openings: "opening",
  Levels: "level",
};

/** What a schedule shows where nobody says. */
const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  Doors: ["name", "level", "host", "width", "height", "door_type", "swing", "fire_rating"],
  Windows: ["name", "level", "host", "width", "height", "sill_height", "window_type", "area"],
  Rooms: ["number", "name", "level", "room_type", "area", "perimeter", "height", "volume"],
  Walls: ["name", "level", "wall_type", "material", "length", "height", "thickness", "area", "volume", "fire_rating"],
  Levels: ["name", "elevation", "height"],
  Stairs: ["name", "level", "stair_type", "risers", "riser_height", "tread_depth", "width"],
};
const DEFAULT = ["name", "level", "material", "area", "length", "volume"];

export interface ScheduleAsked {
  readonly category: string;
  readonly parameters?: readonly string[] | undefined;
  readonly filters?: Readonly<Record<string, Json>> | undefined;
}

/** The columns of a schedule: those that are asked for, each one that its category has. */
function columnsOf({ category, parameters }: ScheduleAsked): readonly string[] {
  const known = knownOf(category);
  if (parameters === undefined || parameters.length === 0) {
    return (DEFAULTS[category] ?? DEFAULT).filter((name) => known.includes(name));
  }
  for (const name of parameters) requireKnown(known, name, category);
  return [...new Set(parameters)];
}

function knownOf(category: string): readonly string[] {
  const type = TYPE_OF[category] ?? "mesh";
  return [...Object.keys(parametersOf(type)), ...MEASURED];
}

function requireKnown(known: readonly string[], name: string, category: string): void {
  if (known.includes(name)) return;
  throw refuse("unknown_parameter", `${category} have no such parameter`, { category, known: [...known] });
}

/** The rows of a schedule, in order of level, number and name, from the branch as it stands. */
export function scheduleOf(state: BranchState, asked: ScheduleAsked, solids: ReadonlyMap<string, Solid>): Table {
  const names = columnsOf(asked);
  const { category, filters = {} } = asked;
  for (const [name, due] of Object.entries(filters)) {
    requireKnown(knownOf(category), name, category);
    requireFilter(due, name);
  }
  const all = [...state.all()]
    .filter((element) => categoryOf(element) === category)
    .map((element) => ({ element, facts: factsOf(state, element, solids.get(element.id)) }))
    .filter(({ facts }) => Object.entries(filters).every(([name, due]) => isMatch(facts[name] ?? null, due)));
  const rows = all
    .map(({ element, facts }) => ({ key: orderOf(state, element), element, facts }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ element, facts }) => ({ id: element.id, cells: names.map((name) => facts[name] ?? null) }));
  return { title: `${category} schedule`, columns: names.map(columnOf), rows };
}

function columnOf(name: string): Column {
  const unit = UNITS[name] ?? (LENGTHS.test(name) ? "mm" : undefined);
  return { name, ...(unit !== undefined && { unit }), isSummed: ["area", "volume", "length"].includes(name) };
}

/** What a schedule can say of an element: its parameters in mm, and what is measured of it. */
function factsOf(state: BranchState, element: Element, solid: Solid | undefined): Readonly<Record<string, Json>> {
  const { length, area, perimeter, volume } = measuresOfElement(state, element, solid);
  const level = levelOf(state, element);
  const host = state.get(text(element, "wall_id") ?? text(element, "host_id") ?? "");
  return {
    ...(shownParameters(element) as Readonly<Record<string, Json>>),
    id: element.id,
    category: categoryOf(element),
    level: level === undefined ? null : (text(level, "name") ?? level.id),
    host: host === undefined ? null : (text(host, "name") ?? host.id),
    ...(length !== undefined && { length: toMm(length) }),
    ...(perimeter !== undefined && { perimeter: toMm(perimeter) }),
    ...(area !== undefined && { area: rounded(area) }),
    ...(volume !== undefined && { volume: rounded(volume) }),
  };
}

/** One that says nothing would pass for one that everything fits. */
function requireFilter(due: Json, name: string): void {
  if (due === null || typeof due !== "object" || Array.isArray(due)) return;
  const ends = Object.entries(due);
  const isRange = ends.length > 0 && ends.every(([end, at]) => ["min", "max"].includes(end) && typeof at === "number");
  if (isRange) return;
  throw refuse("wrong_type", "A filter is a value, a list of values, or {min, max} with numbers", {
    argument: `filters.${name}`,
  });
}

/** A filter is a value, a list of values, or {min, max}. */
function isMatch(value: Json, due: Json): boolean {
  if (Array.isArray(due)) return due.some((one) => isMatch(value, one as Json));
  if (due !== null && typeof due === "object") {
    const { min, max } = due as { min?: Json; max?: Json };
    if (typeof value !== "number") return false;
    return (typeof min !== "number" || value >= min) && (typeof max !== "number" || value <= max);
  }
  return value === due;
}

function orderOf(state: BranchState, element: Element): readonly (string | number)[] {
  const level = levelOf(state, element) ?? (element.type === "level" ? element : undefined);
  return [
    Number(level?.parameters.elevation ?? 0),
    text(element, "number") ?? "",
    text(element, "name") ?? "",
    element.id,
  ];
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const at = a.findIndex((one, n) => one !== b[n]);
  return at < 0 ? 0 : (a[at] as string) < (b[at] as string) ? -1 : 1;
}
