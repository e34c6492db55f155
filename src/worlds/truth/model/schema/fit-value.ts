import { isJsonObject, type Json } from "../../../../kernel/index.ts";
import { readDate } from "./read-date.ts";
import { type EntitySchema, fieldOf, type SchemaField } from "./types/entity-schema.ts";
import type { FieldType } from "./types/field-types.ts";

/** Whether a value is of its field's type, and the form in which it is then shown. */
export type Fit = { readonly fits: true; readonly shown: Json } | { readonly fits: false; readonly reason: string };

// No sign of ambiguity between the parts, so it reads any text in one pass.
const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
const NUMERIC_CHARS_MAX = 400;
/** What a double carries without loss. */
const SIGNIFICANT_DIGITS_MAX = 15;

/** A null fits everywhere: it clears the field. */
export function fitValue(field: SchemaField, value: Json): Fit {
  return value === null ? shownAs(null) : CHECKS[field.type](value, field);
}

function shownAs(shown: Json): Fit {
  return { fits: true, shown };
}

function misfit(reason: string): Fit {
  return { fits: false, reason };
}

const CHECKS: Readonly<Record<FieldType, (value: Json, field: SchemaField) => Fit>> = {
  string: (value) => {
    if (typeof value === "string") return shownAs(value);
    if (typeof value === "number" || typeof value === "boolean") return shownAs(String(value));
    return misfit("must be a text, a number or a boolean");
  },
  number: (value) => {
    if (typeof value === "number") return shownAs(value);
    return typeof value === "string" ? fitNumeric(value.trim()) : misfit("must be a number");
  },
  date: (value) => {
    const time = readDate(value);
    if (time === undefined)
      return misfit("must be an existing day or time in ISO 8601, or a time since 1970 as a number");
    return shownAs(typeof value === "number" ? new Date(time).toISOString() : value);
  },
  boolean: (value) => {
    if (typeof value === "boolean") return shownAs(value);
    const word = typeof value === "string" ? value.trim().toLowerCase() : "";
    return word === "true" || word === "false" ? shownAs(word === "true") : misfit("must be true or false");
  },
  array: (value, { items }) => {
    if (Array.isArray(value)) return shownAs(value);
    return items === "string" && typeof value === "string" ? shownAs([value]) : misfit("must be an array");
  },
  object: (value) => (isJsonObject(value) ? shownAs(value) : misfit("must be an object")),
};

function fitNumeric(text: string): Fit {
  if (text.length > NUMERIC_CHARS_MAX || !NUMERIC.test(text)) return misfit("must be a number");
  const number = Number(text);
  const [mantissa = ""] = text.split(/[eE]/, 1);
  const significant = mantissa.replace(/[+.-]/g, "").replace(/^0+/, "").replace(/0+$/, "");
  const lost = significant.length > SIGNIFICANT_DIGITS_MAX || (number === 0 && significant !== "");
  if (lost || !Number.isFinite(number)) return misfit("has more digits than a number holds without loss");
  return shownAs(number);
}

/** A stored value in its field's type; as given where the schema does not claim it. */
export function showValue(schema: EntitySchema, field: string, value: Json): Json {
  const definition = fieldOf(schema, field);
  const found = definition && fitValue(definition, value);
  return found?.fits ? found.shown : value;
}
