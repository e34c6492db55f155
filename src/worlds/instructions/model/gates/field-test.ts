import { canonicalJson, type Json } from "../../../../kernel/index.ts";
import type { InstructionEntry } from "../entry.ts";
import { FIELDS } from "./fields.ts";

/** Whether an entry counts. */
export type Test = (entry: Readonly<InstructionEntry>) => boolean;

/** A condition that was understood, or what is wrong with it. */
export type Compiled = { readonly test: Test } | { readonly note: string };

/** How the value of a field may be compared, as the end of a condition's name; longer ends come first. */
export const OPERATORS = ["Contains", "Before", "After", "Gte", "Lte", "Gt", "Lt", "In"] as const;

type Operator = (typeof OPERATORS)[number] | "Equals";

/** What one kind of field can be asked; gives undefined where the given value cannot be compared with it. */
type Comparison = (given: unknown, operator: Operator, nowMs: number) => ((value: unknown) => boolean) | undefined;

/** Asks one field one question. An entry without the field never fits. */
export function fieldTest(field: string, operator: Operator, given: unknown, nowMs: number): Compiled {
  const kind = FIELDS[field];
  const compare = kind && COMPARISONS[kind](given, operator, nowMs);
  if (compare === undefined) {
    const name = operator === "Equals" ? field : `${field}${operator}`;
    return { note: `${name} cannot be used with this value: ${field} is a ${kind}` };
  }
  return {
    test(entry) {
      const value = (entry as unknown as Readonly<Record<string, unknown>>)[field];
      return value !== undefined && value !== null && compare(value);
    },
  };
}

const COMPARISONS: Readonly<Record<(typeof FIELDS)[string], Comparison>> = {
  text(given, operator) {
    if (operator === "In" && isTextList(given)) return (value) => given.includes(value as string);
    if (typeof given !== "string") return undefined;
    if (operator === "Equals") return (value) => value === given;
    // As the search of the catalog does: case does not count inside a text.
    if (operator === "Contains") return (value) => String(value).toLowerCase().includes(given.toLowerCase());
    return undefined;
  },

  number(given, operator) {
    if (operator === "In" && isNumberList(given)) return (value) => given.includes(value as number);
    if (typeof given !== "number") return undefined;
    const order = ORDERS[operator];
    return order && ((value) => order(value as number, given));
  },

  date(given, operator, nowMs) {
    const times = operator === "In" ? timesOf(given, nowMs) : timesOf([given], nowMs);
    if (times === undefined) return undefined;
    const [time = Number.NaN] = times;
    if (operator === "Equals" || operator === "In") return (value) => times.includes(Date.parse(String(value)));
    if (operator === "Before") return (value) => Date.parse(String(value)) < time;
    if (operator === "After") return (value) => Date.parse(String(value)) > time;
    return undefined;
  },

  list(given, operator) {
    if (typeof given === "string" && (operator === "Equals" || operator === "Contains"))
      return (value) => lowered(value).includes(given.toLowerCase());
    if (!isTextList(given)) return undefined;
    const wanted = lowered(given);
    if (operator === "Equals") return (value) => sameSet(lowered(value), wanted);
    if (operator === "Contains") return (value) => wanted.every((item) => lowered(value).includes(item));
    if (operator === "In") return (value) => lowered(value).some((item) => wanted.includes(item));
    return undefined;
  },

  "record list"(given, operator) {
    if (operator !== "Equals" || !Array.isArray(given)) return undefined;
    const wanted = canonicalJson(given as Json);
    return (value) => canonicalJson(value as Json) === wanted;
  },
};

const ORDERS: Readonly<Partial<Record<Operator, (value: number, given: number) => boolean>>> = {
  Equals: (value, given) => value === given,
  Gt: (value, given) => value > given,
  Gte: (value, given) => value >= given,
  Lt: (value, given) => value < given,
  Lte: (value, given) => value <= given,
};

// A time without its zone would be another time on another machine.
const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/;

/** Times in milliseconds; `now` is the time of the evaluation. */
function timesOf(given: unknown, nowMs: number): number[] | undefined {
  if (!isTextList(given)) return undefined;
  const times = given.map((text) => (text === "now" ? nowMs : ISO_TIME.test(text) ? Date.parse(text) : Number.NaN));
  return times.some(Number.isNaN) ? undefined : times;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}

function isNumberList(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "number");
}

/** Categories and teams are kept in lower case. */
function lowered(value: unknown): string[] {
  return (value as readonly string[]).map((item) => item.toLowerCase());
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((item) => b.includes(item)) && b.every((item) => a.includes(item));
}
