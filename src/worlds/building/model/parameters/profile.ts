import { isJsonObject, type Json, type JsonObject } from "../../../../kernel/index.ts";
import { refuse } from "../codes.ts";
import { fromMm, toMm } from "../units.ts";

/** The cross section of a column or a beam, in metres. `depth` is along the column's y, or the height of a beam. */
export type Profile =
  | { readonly shape: "rectangular"; readonly width: number; readonly depth: number }
  | { readonly shape: "circular"; readonly diameter: number }
  | {
      readonly shape: "I" | "H" | "T" | "L";
      readonly width: number;
      readonly depth: number;
      readonly web: number;
      readonly flange: number;
    };

const MEASURES: Readonly<Record<Profile["shape"], readonly string[]>> = {
  rectangular: ["width", "depth"],
  circular: ["diameter"],
  I: ["width", "depth", "web", "flange"],
  H: ["width", "depth", "web", "flange"],
  T: ["width", "depth", "web", "flange"],
  L: ["width", "depth", "web", "flange"],
};

/** "300x300" or "300 × 450": width by depth. */
const BY = /^\s*(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*$/i;

const MM_MAX = 10_000;

export function parseProfile(given: Json): JsonObject {
  if (typeof given === "string") {
    const by = BY.exec(given);
    if (by === null) throw bad("A profile in words is width by depth, as in 300x300");
    return parseProfile({ shape: "rectangular", width: Number(by[1]), depth: Number(by[2]) });
  }
  if (!isJsonObject(given)) throw bad("A profile is an object or words such as 300x300");
  const shape = given.shape as Profile["shape"];
  const names = MEASURES[shape];
  if (names === undefined) throw bad(`A profile's shape is one of ${Object.keys(MEASURES).join(", ")}`);
  const strange = Object.keys(given).find((name) => name !== "shape" && !names.includes(name));
  if (strange !== undefined) throw bad(`A profile of this shape has ${names.join(", ")} and nothing else`);
  const measures = Object.fromEntries(names.map((name) => [name, lengthOf(given[name], name)]));
  if (measures.web !== undefined) requireRoom(measures as Record<string, number>, shape);
  return { shape, ...measures };
}

function lengthOf(value: unknown, name: string): number {
  if (typeof value !== "number" || !(value > 0) || value > MM_MAX) {
    throw bad(`The profile's ${name} is a length above 0 and up to ${MM_MAX} mm`);
  }
  return fromMm(value);
}

function requireRoom({ width = 0, depth = 0, web = 0, flange = 0 }: Record<string, number>, shape: string): void {
  const flanges = shape === "I" || shape === "H" ? 2 * flange : flange;
  if (web >= width || flanges >= depth) throw bad("Web and flanges must leave room within width and depth");
}

export function shownProfile(kept: Json): JsonObject {
  const { shape, ...measures } = kept as Record<string, Json>;
  return {
    shape,
    ...Object.fromEntries(Object.entries(measures).map(([name, value]) => [name, toMm(value as number)])),
  };
}

function bad(message: string) {
  return refuse("bad_profile", message);
}
