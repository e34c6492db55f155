import type { JsonObject } from "../../../kernel/index.ts";
import { builtInSchemas } from "./built-in.ts";
import { isBookkeeping } from "./describe-type.ts";
import type { EntitySchema } from "./entity-schema.ts";
import { fitValue } from "./fit-value.ts";

export interface SchemaMatch {
  readonly schema: EntitySchema;
  /** The share of the schema's fields that the row fills, a required field counting twice. */
  readonly confidence: number;
}

const REQUIRED_WEIGHT = 2;

/** Which of two equally good types is meant: the everyday one. */
const EVERYDAY = "contact,person,company,task,invoice,transaction,receipt,note,contract,event".split(",");

/** The described type that a row of unknown type looks most like; undefined where no field matches any. */
export function matchSchema(row: JsonObject): SchemaMatch | undefined {
  const matches = builtInSchemas().map((schema) => ({ schema, confidence: share(schema, row) }));
  const best = matches.sort(
    (a, b) =>
      b.confidence - a.confidence ||
      everydayness(a.schema) - everydayness(b.schema) ||
      (a.schema.entity_type < b.schema.entity_type ? -1 : 1),
  )[0];
  return best !== undefined && best.confidence > 0 ? best : undefined;
}

function share(schema: EntitySchema, row: JsonObject): number {
  let filled = 0;
  let all = 0;
  for (const [name, field] of Object.entries(schema.fields)) {
    if (isBookkeeping(name)) continue;
    const weight = field.required ? REQUIRED_WEIGHT : 1;
    all += weight;
    const value = Object.hasOwn(row, name) ? row[name] : undefined;
    if (value !== undefined && value !== null && fitValue(field, value).fits) filled += weight;
  }
  return filled / all;
}

function everydayness({ entity_type }: EntitySchema): number {
  const place = EVERYDAY.indexOf(entity_type);
  return place === -1 ? EVERYDAY.length : place;
}
