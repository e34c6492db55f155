import type { JsonObject } from "../../../../kernel/index.ts";
import { matchSchema } from "../../model/schema/match-schema.ts";
import { splitRow } from "../../model/schema/split-row.ts";

const FIELDS_LEAST = 2;
const CLAIMED_LEAST = 0.5;

/**
 * The type of a row that does not name one. It must have every field the type asks for, at least two that the type
 * knows, and at least half of its own claimed by it: less would be a guess.
 */
export function guessType(row: JsonObject): string | undefined {
  const match = matchSchema(row);
  if (match === undefined) return undefined;
  const { fields, missing } = splitRow(match.schema, row);
  const claimed = Object.keys(fields).length;
  // A field that is there with a value of another type is still there.
  const fits =
    missing.every((name) => Object.hasOwn(row, name)) &&
    claimed >= FIELDS_LEAST &&
    claimed >= Object.keys(row).length * CLAIMED_LEAST;
  return fits ? match.schema.entity_type : undefined;
}
