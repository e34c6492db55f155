import type { Json } from "../../../../kernel/index.ts";
import { readDate } from "../schema/read-date.ts";
import type { EntitySchema } from "../schema/types/entity-schema.ts";
import { dateKey, KINDS, keyOf, numberKey } from "./value-keys.ts";

export const OPERATORS = ["=", "!=", "<", "<=", ">", ">=", "in", "exists", "missing"] as const;
export type Operator = (typeof OPERATORS)[number];

/** What is asked of one field. */
export interface Condition {
  readonly field: string;
  readonly op: Operator;
  readonly value?: Json | undefined;
}

/** A stretch of keys. */
export interface Stretch {
  readonly from: string;
  readonly until: string;
  /** Whether the last key belongs to it; the first always does. */
  readonly closed: boolean;
}

/** A condition in terms of keys: that a field has one in some stretches, or that it has none there. */
export interface KeyTest {
  readonly field: string;
  /** Undefined: any value. */
  readonly stretches: readonly Stretch[] | undefined;
  readonly isNot: boolean;
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** What a condition means where fields have these schemas; a value may be read in more than one way. */
export function keyTest(schemas: readonly EntitySchema[], { field, op, value = null }: Condition): KeyTest {
  if (op === "exists" || op === "missing") return { field, stretches: undefined, isNot: op === "missing" };
  const wanted = op === "in" && Array.isArray(value) ? value : [value];
  const stretches = new Map<string, Stretch>();
  for (const one of wanted) {
    for (const reading of readings(schemas, field, one)) {
      const stretch = stretchOf(reading, op === "in" || op === "!=" ? "=" : op);
      stretches.set(`${stretch.from}\n${stretch.until}`, stretch);
    }
  }
  return { field, stretches: [...stretches.values()], isNot: op === "!=" };
}

/** A value as keys: its first, and where it names a whole day, the first after it. */
interface Reading {
  readonly key: string;
  readonly after?: string;
}

function readings(schemas: readonly EntitySchema[], field: string, value: Json): Reading[] {
  const keys = new Map<string, Reading>();
  const add = (reading: Reading) => void keys.set(reading.key, reading);
  for (const schema of schemas) {
    const key = keyOf(schema, field, value);
    const day = key.startsWith(KINDS.date) && typeof value === "string" && DAY.test(value.trim());
    add(day ? { key, after: dateKey((readDate(value) ?? 0) + DAY_MS) } : { key });
    // Where nothing says what the field holds, a numeral may mean the number.
    if (key.startsWith(KINDS.text) && typeof value === "string" && NUMBER.test(value)) {
      add({ key: numberKey(Number(value)) });
    }
  }
  return [...keys.values()];
}

function stretchOf({ key, after }: Reading, op: Operator): Stretch {
  const kind = key.slice(0, 1);
  // The first key of the next kind.
  const last = String.fromCharCode(kind.charCodeAt(0) + 1);
  const next = after ?? key;
  switch (op) {
    case "<":
      return { from: kind, until: key, closed: false };
    case "<=":
      return { from: kind, until: next, closed: after === undefined };
    case ">":
      // The key itself does not belong to it: what stands right after it is the key with anything behind.
      return { from: after ?? `${key}\u0001`, until: last, closed: false };
    case ">=":
      return { from: key, until: last, closed: false };
    default:
      return { from: key, until: next, closed: after === undefined };
  }
}

/** Whether the keys of one field pass. */
export function passes({ stretches, isNot }: KeyTest, keys: readonly string[]): boolean {
  const has = stretches === undefined ? keys.length > 0 : keys.some((key) => stretches.some((one) => holds(one, key)));
  return has !== isNot;
}

function holds({ from, until, closed }: Stretch, key: string): boolean {
  return key >= from && (key < until || (closed && key === until));
}
