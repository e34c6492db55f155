import type { JsonObject } from "../../../../kernel/index.ts";
import { builtInSchemas } from "./built-in.ts";
import { fitValue } from "./fit-value.ts";
import { isBookkeeping } from "./types/describe-type.ts";
import type { EntitySchema } from "./types/entity-schema.ts";

export interface SchemaMatch {
  readonly schema: EntitySchema;
  /** The share of the schema's fields that the row fills, a required field counting twice. */
  readonly confidence: number;
}

interface Ranked extends SchemaMatch {
  /** Whether the row has every field the type asks for, whatever their values. */
  readonly complete: boolean;
  readonly filled: number;
  readonly requiredFilled: number;
}

const REQUIRED_WEIGHT = 2;

/** Which of two equally good types is meant: the everyday one. */
const EVERYDAY = "contact,person,company,task,invoice,transaction,receipt,note,contract,event,project".split(",");

/** The described type that a row of unknown type looks most like; undefined where no field matches any. */
export function matchSchema(row: JsonObject): SchemaMatch | undefined {
  const best = builtInSchemas()
    .map((schema) => rank(schema, row))
    .sort(compare)[0];
  return best !== undefined && best.filled > 0 ? { schema: best.schema, confidence: best.confidence } : undefined;
}

// The share of the schema decides late: a type of few fields has a large share of any row.
function compare(a: Ranked, b: Ranked): number {
  return (
    Number(b.complete) - Number(a.complete) ||
    b.filled - a.filled ||
    b.requiredFilled - a.requiredFilled ||
    everydayness(a.schema) - everydayness(b.schema) ||
    b.confidence - a.confidence ||
    (a.schema.entity_type < b.schema.entity_type ? -1 : 1)
  );
}

function rank(schema: EntitySchema, row: JsonObject): Ranked {
  let [complete, filled, requiredFilled, weightFilled, weightOfAll] = [true, 0, 0, 0, 0];
  for (const [name, field] of Object.entries(schema.fields)) {
    if (isBookkeeping(name)) continue;
    const weight = field.required ? REQUIRED_WEIGHT : 1;
    weightOfAll += weight;
    const value = Object.hasOwn(row, name) ? row[name] : undefined;
    if (field.required && value === undefined) complete = false;
    if (value === undefined || value === null || !fitValue(field, value).fits) continue;
    filled += 1;
    weightFilled += weight;
    if (field.required) requiredFilled += 1;
  }
  return { schema, complete, filled, requiredFilled, confidence: weightFilled / weightOfAll };
}

function everydayness({ entity_type }: EntitySchema): number {
  const place = EVERYDAY.indexOf(entity_type);
  return place === -1 ? EVERYDAY.length : place;
}
