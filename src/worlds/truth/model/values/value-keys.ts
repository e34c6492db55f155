import type { Json, JsonObject } from "../../../../kernel/index.ts";
import type { Folded } from "../entity.ts";
import { foldText } from "../identity/clean-text.ts";
import { nameShape } from "../identity/name-shape.ts";
import { givenName, isPersonal } from "../identity/names.ts";
import { isCompany, normalizeName } from "../identity/normalize-name.ts";
import { showValue } from "../schema/fit-value.ts";
import { readDate } from "../schema/read-date.ts";
import { type EntitySchema, fieldOf, ruleTypeOf } from "../schema/types/entity-schema.ts";
import { isDateField } from "../timeline.ts";

/** One comparable value of a field. The order of keys as text is the order of the values, within one kind. */
export interface ValueKey {
  readonly field: string;
  readonly value: string;
}

/** Keys begin with the kind of the value; of what cannot be compared there is only that it is there. */
export const KINDS = { boolean: "b", date: "d", number: "n", text: "s", other: "t" } as const;

/** Longer texts are for the search: here they only say that the field has a value. */
export const COMPARED_CHARS_MAX = 64;
const SHAPE_CHARS_MAX = 200;
/** How many items of a list can be asked for. */
const ITEMS_MAX = 100;

/** Under no field of its own stands the shape of a name, where names of people and companies are compared. */
export const SHAPE_FIELD = "";

/** What an entity can be filtered and sorted by: each field it has, a list by its items; and the shape of its name. */
export function valueKeysOf(schema: EntitySchema, { snapshot, fragments }: Pick<Folded, "snapshot" | "fragments">) {
  const keys = new Map<string, ValueKey>();
  const shape = shapeOf(ruleTypeOf(schema), { ...fragments, ...snapshot });
  if (shape !== "") keys.set(`${SHAPE_FIELD}\n${shape}`, { field: SHAPE_FIELD, value: shape });
  for (const values of [snapshot, fragments]) {
    for (const [field, value] of Object.entries(values)) {
      for (const key of keysIn(schema, field, value ?? null)) keys.set(`${field}\n${key}`, { field, value: key });
    }
  }
  return keys as ReadonlyMap<string, ValueKey>;
}

function shapeOf(ruleType: string, row: JsonObject): string {
  const name = isPersonal(ruleType) || isCompany(ruleType) ? givenName(ruleType, row)?.text : undefined;
  return name === undefined ? "" : nameShape(normalizeName(ruleType, name)).slice(0, SHAPE_CHARS_MAX).toWellFormed();
}

function keysIn(schema: EntitySchema, field: string, value: Json): string[] {
  if (value === null) return [];
  if (!Array.isArray(value)) return [keyOf(schema, field, value)];
  const keys = value.slice(0, ITEMS_MAX).flatMap((item) => (item === null ? [] : [keyOf(schema, field, item)]));
  return value.length > 0 && keys.length === 0 ? [KINDS.other] : keys;
}

/** How one value stands in the order of its field. */
export function keyOf(schema: EntitySchema, field: string, value: Json): string {
  const fitted = showValue(schema, field, value);
  // One item that stands for a list is compared as the item.
  const shown = Array.isArray(fitted) ? value : fitted;
  if (isDate(schema, field, value)) {
    const time = readDate(value);
    if (time !== undefined) return dateKey(time);
  }
  if (typeof shown === "boolean") return `${KINDS.boolean}${shown ? 1 : 0}`;
  if (typeof shown === "number") return numberKey(shown);
  if (typeof shown !== "string") return KINDS.other;
  const folded = shown.length > COMPARED_CHARS_MAX * 4 ? undefined : foldText(shown.toWellFormed());
  return folded === undefined || folded.length > COMPARED_CHARS_MAX ? KINDS.other : `${KINDS.text}${folded}`;
}

function isDate(schema: EntitySchema, field: string, value: Json): boolean {
  const type = fieldOf(schema, field)?.type;
  // Without a schema a number is a number, whatever its field is called.
  return type === "date" || (typeof value === "string" && isDateField(schema, field));
}

export function dateKey(time: number): string {
  return `${KINDS.date}${sortable(time)}`;
}

export function numberKey(value: number): string {
  return `${KINDS.number}${sortable(value)}`;
}

// One for all: a call in between cannot be, and every store asks for some.
const BITS = new DataView(new ArrayBuffer(8));

/** The bits of a number, turned so that their order as hex digits is the order of the numbers. */
function sortable(value: number): string {
  BITS.setFloat64(0, value === 0 ? 0 : value);
  const [high, low] = [BITS.getUint32(0), BITS.getUint32(4)];
  return high >>> 31 === 0 ? hex(high | 0x8000_0000) + hex(low) : hex(~high) + hex(~low);
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, "0");
}
