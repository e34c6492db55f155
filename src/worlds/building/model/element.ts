import type { Json, JsonObject } from "../../../kernel/index.ts";

/** The ten types of the contract, and what else a branch holds: levels, joins, results of booleans, brought-in meshes. */
export const ELEMENT_TYPES = [
  "wall",
  "door",
  "window",
  "floor",
  "room",
  "roof",
  "column",
  "beam",
  "stair",
  "opening",
  "boolean",
  "mesh",
  "level",
  "join",
] as const;

export type ElementType = (typeof ELEMENT_TYPES)[number];

/** One thing on a branch. Its parameters are all there is to it: lengths in metres, angles in degrees. */
export interface Element {
  readonly id: string;
  readonly type: ElementType;
  readonly parameters: Parameters;
}

export type Parameters = Readonly<Record<string, Json>>;

/** What a branch becomes: elements by id, null where one goes. */
export type Changes = ReadonlyMap<string, Element | null>;

/** The contract's word for each type. */
const CATEGORY_OF: Readonly<Record<ElementType, string>> = {
  wall: "Walls",
  door: "Doors",
  window: "Windows",
  floor: "Floors",
  room: "Rooms",
  roof: "Roofs",
  column: "Columns",
  beam: "Beams",
  stair: "Stairs",
  opening: "Openings",
  boolean: "Solids",
  mesh: "Solids",
  level: "Levels",
  join: "Joins",
};

export const CATEGORIES = [
  "Walls",
  "Doors",
  "Windows",
  "Floors",
  "Roofs",
  "Columns",
  "Beams",
  "Stairs",
  "Rooms",
  "Furniture",
  "Equipment",
  "Openings",
  "Solids",
  "Levels",
  "Joins",
] as const;

/** What a mesh was brought in as tells its category; everything else goes by its type. */
export function categoryOf({ type, parameters }: Element): string {
  const own = type === "mesh" ? parameters.category : undefined;
  return typeof own === "string" ? own : CATEGORY_OF[type];
}

/** Whether it takes part in the building; levels and joins only order it. */
export function isBuilt({ type }: Element): boolean {
  return type !== "level" && type !== "join";
}

export function text({ parameters }: Element, name: string): string | undefined {
  const value = parameters[name];
  return typeof value === "string" ? value : undefined;
}

/** A measure that every element of its type has. */
export function measure({ id, parameters }: Element, name: string): number {
  const value = parameters[name];
  if (typeof value !== "number") throw new TypeError(`element ${id} has no ${name}`);
  return value;
}

export type Point = readonly [number, number];

export function point({ id, parameters }: Element, name: string): Point {
  const value = parameters[name];
  if (!Array.isArray(value)) throw new TypeError(`element ${id} has no ${name}`);
  return [Number(value[0]), Number(value[1])];
}

export function points({ id, parameters }: Element, name: string): Point[] {
  const value = parameters[name];
  if (!Array.isArray(value)) throw new TypeError(`element ${id} has no ${name}`);
  return value.map((pair) => [Number((pair as number[])[0]), Number((pair as number[])[1])]);
}

/** As the log and the tables keep it. */
export function toJson({ id, type, parameters }: Element): JsonObject {
  return { id, type, parameters };
}
