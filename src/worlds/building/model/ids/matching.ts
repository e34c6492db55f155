import { timeOf } from "./base-types.ts";
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
  if (typeof value === "boolean") return text === String(value) || (kind === "boolean" && text === (value ? "1" : "0"));
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

function keeps({ value, kind }: Actual, name: string, written: string): boolean {
  if ((BOUNDS as readonly string[]).includes(name)) {
    if (typeof value === "boolean") return false;
    const said = typeof value === "string" ? timeOf(value) : value;
    const bound = typeof value === "string" ? timeOf(written) : Number(written);
    if (said === undefined || bound === undefined) return false;
    const by = kind === "real" ? slack(bound) : 0;
    if (name === "minInclusive") return said >= bound - by;
    if (name === "maxInclusive") return said <= bound + by;
    return name === "minExclusive" ? said > bound + by : said < bound - by;
  }
  if (typeof value !== "string") return false;
  const [length, bound] = [[...value].length, Number(written)];
  if (name === "length") return length === bound;
  return name === "minLength" ? length >= bound : length <= bound;
}
