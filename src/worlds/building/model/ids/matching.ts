import { BOUNDS, type Constraint } from "./document.ts";
import { patternOf } from "./pattern.ts";
import type { Kind } from "./schema.ts";

/** A value as a model says it, with the type that it has there. */
export interface Actual {
  readonly kind: Kind;
  /** In capitals. */
  readonly type: string;
  readonly value: string | number | boolean;
}

/** How far two numbers may lie apart and still be one: of themselves, and at all. */
const TOLERANCE = 1e-6;

const REAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const INTEGER = /^[-+]?\d+$/;

/** Whether a text can be a value of a kind at all. */
export function canBe(kind: Kind, text: string): boolean {
  if (kind === "integer") return INTEGER.test(text);
  if (kind === "real") return REAL.test(text);
  if (kind === "boolean") return text === "true" || text === "false";
  if (kind === "logical") return text === "true" || text === "false" || text === "unknown";
  return true;
}

export function matches(actual: Actual, constraint: Constraint): boolean {
  if ("simple" in constraint) return equals(actual, constraint.simple);
  const { enumeration, pattern, bounds } = constraint;
  if (enumeration.length > 0 && !enumeration.some((one) => equals(actual, one))) return false;
  if (pattern.length > 0 && !fitsPattern(actual, pattern)) return false;
  return Object.entries(bounds).every(([name, bound]) => keeps(actual, name, bound));
}

/** A name, such as that of a property set. */
export function matchesText(text: string, constraint: Constraint): boolean {
  return matches({ kind: "string", type: "", value: text }, constraint);
}

function equals({ kind, value }: Actual, text: string): boolean {
  if (typeof value === "boolean") return text === String(value);
  if (typeof value === "string") return value === text;
  if (!REAL.test(text)) return false;
  const wanted = Number(text);
  return kind === "integer" ? value === wanted : isSame(value, wanted);
}

function slack(bound: number): number {
  // The last digit of a sum is noise.
  return (Math.abs(bound) * TOLERANCE + TOLERANCE) * (1 + 1e-9);
}

function isSame(value: number, wanted: number): boolean {
  return Math.abs(value - wanted) <= slack(wanted);
}

/** Patterns are for text: a number has many ways to be written. */
function fitsPattern({ value }: Actual, patterns: readonly string[]): boolean {
  return typeof value === "string" && patterns.some((one) => patternOf(one)?.matches(value) === true);
}

function keeps({ value, kind }: Actual, name: string, bound: number): boolean {
  if ((BOUNDS as readonly string[]).includes(name)) {
    if (typeof value !== "number") return false;
    const by = kind === "integer" ? 0 : slack(bound);
    if (name === "minInclusive") return value >= bound - by;
    if (name === "maxInclusive") return value <= bound + by;
    return name === "minExclusive" ? value > bound + by : value < bound - by;
  }
  if (typeof value !== "string") return false;
  const length = [...value].length;
  if (name === "length") return length === bound;
  return name === "minLength" ? length >= bound : length <= bound;
}
