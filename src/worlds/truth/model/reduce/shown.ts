import type { Json, JsonObject } from "../../../../kernel/index.ts";
import type { Folded } from "../entity.ts";
import { showValue } from "../schema/fit-value.ts";
import type { EntitySchema } from "../schema/types/entity-schema.ts";

export interface Shown {
  readonly snapshot: JsonObject;
  readonly provenance: Readonly<Record<string, string>>;
  readonly raw_fragments?: JsonObject;
}

/** What answers show of an entity: values in their field's type, in order of name, and no trace of cleared fields. */
export function shown(schema: EntitySchema, folded: Folded): Shown {
  const snapshot = entriesOf(folded.snapshot).map(
    ([field, value]) => [field, showValue(schema, field, value)] as const,
  );
  const fragments = entriesOf(folded.fragments);
  return {
    snapshot: Object.fromEntries(snapshot),
    provenance: Object.fromEntries(snapshot.map(([field]) => [field, folded.provenance[field] ?? ""])),
    ...(fragments.length > 0 && { raw_fragments: Object.fromEntries(fragments) }),
  };
}

function entriesOf(values: JsonObject): [string, Json][] {
  const entries = Object.entries(values).filter((entry): entry is [string, Json] => (entry[1] ?? null) !== null);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}
