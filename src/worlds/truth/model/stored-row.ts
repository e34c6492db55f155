import type { JsonObject } from "../../../kernel/index.ts";
import type { Observation } from "./observation.ts";
import { entryOf } from "./recorded.ts";

/** A row of the JSON that a call stored, as it stands there. */
export function storedRow({
  entity_type,
  fields,
  fragments,
}: Pick<Observation, "entity_type" | "fields" | "fragments">): JsonObject {
  return { ...fragments, ...fields, entity_type };
}

/** Said again later, the same rows stand in the table a second time, under another entry of the log. */
export function ofFirstEntry<Row extends { readonly position: number }>(rows: readonly Row[]): Row[] {
  return rows.filter(({ position }) => rows[0] !== undefined && entryOf(position) === entryOf(rows[0].position));
}
