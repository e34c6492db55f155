import { z } from "zod";
import type { Json } from "../../../../kernel/index.ts";
import { refuse } from "../codes.ts";
import { isUuid } from "../ids.ts";
import { fromMm, TOLERANCE_M, toMm } from "../units.ts";
import { parseProfile, shownProfile } from "./profile.ts";

/** The largest length that is not a slip of the finger. */
const LENGTH_MM_MAX = 10_000_000;
const TEXT_CHARS_MAX = 200;
const CORNERS_MAX = 2000;

/** One parameter: what callers may give, in millimetres, and how it is kept. */
export interface Parameter {
  readonly schema: z.ZodType;
  /** From what a caller gives to what is kept. */
  keep(given: Json, name: string): Json;
  /** And back. */
  show(kept: Json): Json;
  /** Other elements that this one cannot be without. */
  refers?(kept: Json): readonly string[];
  /** It is given when the element is made and stays. */
  readonly isFixed?: true;
}

const asIs = { keep: (given: Json) => given, show: (kept: Json) => kept };
const lengths = { keep: (given: Json) => fromMm(given as number), show: (kept: Json) => toMm(kept as number) };

const Length = z.number().positive().max(LENGTH_MM_MAX);
const Coordinates = z.array(z.number()).min(2).max(3);

/** A length above zero, in mm. */
export const length = (what: string): Parameter => ({
  schema: Length.describe(`${what}, in mm`),
  keep: (given, name) => {
    const kept = fromMm(given as number);
    if (kept >= TOLERANCE_M) return kept;
    throw refuse("out_of_range", "A length is at least 0.001 mm", { argument: name });
  },
  show: lengths.show,
});

/** A length of zero or more. */
export const distance = (what: string): Parameter => ({
  schema: z.number().min(0).max(LENGTH_MM_MAX).describe(`${what}, in mm`),
  ...lengths,
});

/** A length that may be below zero. */
export const offset = (what: string): Parameter => ({
  schema: z.number().min(-LENGTH_MM_MAX).max(LENGTH_MM_MAX).describe(`${what}, in mm`),
  ...lengths,
});

/** A place in plan. Heights are told by levels and offsets: a third coordinate that says otherwise is refused. */
export const place = (what: string): Parameter => ({
  schema: Coordinates.describe(`${what}: [x, y] in mm`),
  keep: (given, name) => planPoint(given as number[], name),
  show: (kept) => (kept as number[]).map(toMm),
});

const outline = z.array(Coordinates).min(3).max(CORNERS_MAX);

export const corners = (what: string): Parameter => ({
  schema: outline.describe(`${what}: corners [x, y] in mm, in order, the last joined to the first`),
  keep: (given, name) => withoutClosing((given as number[][]).map((one) => planPoint(one, name))),
  show: (kept) => (kept as number[][]).map((one) => one.map(toMm)),
});

export const holes = (what: string): Parameter => ({
  schema: z.array(outline).max(200).describe(`${what}: outlines of corners [x, y] in mm`),
  keep: (given, name) => (given as number[][][]).map((ring) => withoutClosing(ring.map((one) => planPoint(one, name)))),
  show: (kept) => (kept as number[][][]).map((ring) => ring.map((one) => one.map(toMm))),
});

export const profile = (what: string): Parameter => ({
  schema: z
    .union([z.string().max(TEXT_CHARS_MAX), z.looseObject({ shape: z.string() })])
    .describe(`${what}: {shape: "rectangular", width, depth}, {shape: "circular", diameter} or "300x300", in mm`),
  keep: (given) => parseProfile(given),
  show: (kept) => shownProfile(kept),
});

export const choice = (values: readonly [string, ...string[]], what: string): Parameter => ({
  schema: z.enum(values).describe(what),
  ...asIs,
});

export const words = (what: string): Parameter => ({
  schema: z.string().trim().min(1).max(TEXT_CHARS_MAX).describe(what),
  ...asIs,
});

export const yesNo = (what: string): Parameter => ({ schema: z.boolean().describe(what), ...asIs });

export const quantity = (what: string, least: number, most: number): Parameter => ({
  schema: z.number().min(least).max(most).describe(what),
  ...asIs,
});

export const count = (what: string, least: number, most: number): Parameter => ({
  schema: z.int().min(least).max(most).describe(what),
  ...asIs,
});

/** Minutes that it withstands a fire. */
export const fireRating: Parameter = {
  schema: z.literal([0, 30, 60, 90, 120]).describe("Fire rating in minutes: 0, 30, 60, 90 or 120"),
  ...asIs,
};

/** Another element that this one hangs on. */
export const element = (what: string): Parameter => ({
  schema: z.string().max(TEXT_CHARS_MAX).describe(what),
  keep: (given, name) => requireUuid(given as string, name),
  show: (kept) => kept,
  refers: (kept) => [kept as string],
});

export const elements = (what: string): Parameter => ({
  schema: z.array(z.string().max(TEXT_CHARS_MAX)).min(2).max(50).describe(what),
  keep: (given, name) => (given as string[]).map((id) => requireUuid(id, name)),
  show: (kept) => kept,
  refers: (kept) => kept as string[],
  isFixed: true,
});

/** The least and the greatest x, y and z. It is kept as it was measured, off the grid. */
export const box: Parameter = {
  schema: z.array(z.number()).length(6).describe("The box around it, in mm"),
  keep: (given) => (given as number[]).map((value) => value / 1000),
  show: (kept) => (kept as number[]).map(toMm),
  isFixed: true,
};

/** Properties as somebody else's model had them. */
export const properties: Parameter = { schema: z.looseObject({}).describe("Properties by name"), ...asIs };

export const fixed = (parameter: Parameter): Parameter => ({ ...parameter, isFixed: true });

function requireUuid(id: string, name: string): string {
  if (isUuid(id)) return id.toLowerCase();
  throw refuse("bad_id", "An id is a UUID, as the tools return it", { argument: name });
}

function planPoint(given: number[], name: string): number[] {
  if ((given[2] ?? 0) !== 0) {
    throw refuse("out_of_range", "This point lies in plan: give [x, y] and say the height with a level or an offset", {
      argument: name,
    });
  }
  return given.slice(0, 2).map(fromMm);
}

/** An outline whose last corner repeats the first is the same outline. */
function withoutClosing(ring: number[][]): number[][] {
  const [first, last] = [ring[0], ring.at(-1)];
  const isClosed = ring.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? ring.slice(0, -1) : ring;
}
