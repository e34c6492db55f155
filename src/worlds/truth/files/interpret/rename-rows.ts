import type { Json, JsonObject } from "../../../../kernel/index.ts";
import type { Warning } from "../../model/identity/batch-warnings.ts";
import type { CheckedRow } from "../../model/row.ts";
import { schemaFor } from "../../model/schema/built-in.ts";
import { fitValue } from "../../model/schema/fit-value.ts";
import { fieldMeant } from "../../model/schema/synonyms.ts";
import { fieldOf, type SchemaField } from "../../model/schema/types/entity-schema.ts";
import type { Place } from "../places.ts";
import type { WrittenRow } from "./read-columns.ts";
import { amountOf } from "./words/read-amount.ts";
import { dayOf } from "./words/read-dates.ts";

const ROWS_NAMED_MAX = 20;

/** The names under which fields are given in a file that their types know under others, each told once. */
export function createMapped() {
  const mapped = new Map<string, { readonly about: Readonly<Record<string, string>>; readonly rows: number[] }>();
  return {
    add(entity_type: string, given: string, field: string, row: number): void {
      const key = `${entity_type} ${given} ${field}`;
      const held = mapped.get(key) ?? { about: { entity_type, given, field }, rows: [] };
      held.rows.push(row);
      mapped.set(key, held);
    },
    warnings: (): Warning[] =>
      Array.from(mapped.values(), ({ about, rows }) => ({
        code: "FIELD_MAPPED",
        message: "A field is known to its type under another name, and is stored under that.",
        details: {
          ...about,
          rows: rows.slice(0, ROWS_NAMED_MAX),
          ...(rows.length > ROWS_NAMED_MAX && { rows_total: rows.length }),
        },
      })),
  };
}

/** The row under the names that its type knows; itself where it has no others. */
export function renameRow(written: WrittenRow, mapped: ReturnType<typeof createMapped>): WrittenRow {
  const { row, index } = written;
  const schema = schemaFor(row.entity_type);
  const given = new Map<string, string>();
  const renamed: Record<string, Json> = {};
  for (const [name, value] of Object.entries(row as JsonObject)) {
    if (value === undefined) continue;
    const field = name === "entity_type" ? undefined : fieldMeant(schema, name);
    const definition = field === undefined ? undefined : fieldOf(schema, field);
    const isFree = field !== undefined && !Object.hasOwn(row, field) && !given.has(field);
    const meant = definition !== undefined && isFree && mayBe(definition, value) ? field : undefined;
    renamed[meant ?? name] = value;
    if (meant === undefined) continue;
    given.set(meant, name);
    mapped.add(row.entity_type, name, meant, index);
  }
  if (given.size === 0) return written;
  return { row: renamed as CheckedRow, index, isPlaced: true, places: () => placesUnder(written.places(), given) };
}

/** Whether a value fits a field, or will once it is read as people write it. */
export function mayBe(definition: SchemaField, value: Json): boolean {
  if (fitValue(definition, value).fits) return true;
  if (typeof value !== "string") return false;
  return definition.type === "number"
    ? amountOf(value) !== undefined
    : definition.type === "date" && dayOf(value.trim()) !== undefined;
}

function placesUnder(
  places: Readonly<Record<string, Place>>,
  given: ReadonlyMap<string, string>,
): Record<string, Place> {
  const fields = new Map(Array.from(given, ([field, name]) => [name, field]));
  return Object.fromEntries(Object.entries(places).map(([name, place]) => [fields.get(name) ?? name, place]));
}
