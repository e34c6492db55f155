import { z } from "zod";
import { type Entity, isDeleted } from "../model/entity.ts";
import type { Identifier } from "../model/identifier.ts";
import { batchWarnings, type Warning } from "../model/identity/batch-warnings.ts";
import { skeleton } from "../model/identity/confusables.ts";
import { identifiersOf } from "../model/identity/identifiers.ts";
import { normalizeName } from "../model/identity/normalize-name.ts";
import type { EntitySchema } from "../model/schema/types/entity-schema.ts";
import { unlikeField } from "../model/schema/unlike-field.ts";
import type { Truth } from "../truth.ts";
import type { PlannedRow } from "./plan-rows.ts";

/** The most an answer carries; the last one then says how many were left out. */
const WARNINGS_MAX = 50;
const LOOK_ALIKES_MAX = 10;

export const WarningAnswer = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
});

/** What a caller should know about rows that are stored all the same. `known` holds what was there before, by id. */
export async function rowWarnings(
  truth: Truth,
  planned: readonly PlannedRow[],
  known: ReadonlyMap<string, Entity>,
): Promise<Warning[]> {
  const rows = planned.map(({ row, identity }) => ({ index: row, identity, name: identity.name }));
  const warnings = batchWarnings(rows);
  for (const row of planned) {
    const entity = known.get(row.identity.entity_id);
    warnings.push(...misfits(row), ...slips(row), ...missing(row), ...(entity === undefined ? [] : joins(row, entity)));
    if (warnings.length < WARNINGS_MAX) warnings.push(...(await lookAlikes(truth, row)));
  }
  return warnings;
}

export function cutWarnings(warnings: readonly Warning[]): readonly Warning[] {
  if (warnings.length <= WARNINGS_MAX) return warnings;
  const shown = warnings.slice(0, WARNINGS_MAX - 1);
  const message = "There were more warnings than an answer carries.";
  return [...shown, { code: "MORE_WARNINGS", message, details: { left_out: warnings.length - shown.length } }];
}

function misfits({ row, split }: PlannedRow): Warning[] {
  return split.problems.map(({ field, expected, reason }) => ({
    code: "VALUE_DOES_NOT_FIT",
    message: "A value does not fit the type of its field. It is kept as a raw fragment, as it was given.",
    details: { row, field, expected, reason },
  }));
}

/** Values that a field of text can hold, and that nobody means. */
function slips({ row, split, schema }: PlannedRow): Warning[] {
  return Object.entries(split.fields).flatMap(([field, value]) => {
    const reason = unlikeField(schema, field, value);
    const message = "A value is hardly what its field is for. It is kept, and shown as a text; correct replaces it.";
    return reason === undefined
      ? []
      : [{ code: "VALUE_LOOKS_WRONG", message, details: { row, field, expected: "string", reason } }];
  });
}

function missing({ row, split }: PlannedRow): Warning[] {
  if (split.missing.length === 0) return [];
  const message = "The schema asks for fields that the row does not have. It is stored without them.";
  return [{ code: "MISSING_REQUIRED_FIELDS", message, details: { row, fields: [...split.missing] } }];
}

/** A row that adds to something known before: why, and what speaks against it. */
function joins({ row, identity, schema }: PlannedRow, entity: Entity): Warning[] {
  const { entity_id, basis, rule } = identity;
  const details = { row, entity_id, basis, rule };
  const warnings: Warning[] = [];
  if (basis === "fallback") {
    const message =
      "The row has no identifier of its own and joins an entity known before by the field named in details.";
    warnings.push({ code: "HEURISTIC_MERGE", message, details });
  }
  const kind = basis === "name" ? conflict(schema, entity, identity.identifiers) : undefined;
  if (kind !== undefined) {
    const message = "The row joins an entity of the same name that is known under another identifier of this kind.";
    warnings.push({ code: "CONFLICTING_IDENTIFIERS", message, details: { ...details, kind } });
  }
  if (isDeleted(entity)) {
    const message = "The entity is deleted and stays so: what was stored shows after restore_entity.";
    warnings.push({ code: "ENTITY_DELETED", message, details: { row, entity_id } });
  }
  return warnings;
}

const TELLING = ["external", "email"] as const;

/** A kind of identifier that both have, without one in common. */
function conflict(schema: EntitySchema, entity: Entity, now: readonly Identifier[]): Identifier["kind"] | undefined {
  const kinds = TELLING.filter((kind) => now.some((one) => one.kind === kind));
  if (kinds.length === 0) return undefined;
  const before = identifiersOf(schema, { ...entity.fragments, ...entity.snapshot });
  return kinds.find((kind) => {
    const known = before.filter((one) => one.kind === kind).map(({ value }) => value);
    return known.length > 0 && !now.some((one) => one.kind === kind && known.includes(one.value));
  });
}

/** Entities whose name is what this one only looks like. Most names are what they look like, and nothing is asked. */
async function lookAlikes({ identifiers }: Truth, { row, entity_type, identity }: PlannedRow): Promise<Warning[]> {
  const looks = skeleton(identity.name);
  if (looks === "" || looks === normalizeName(entity_type, identity.name)) return [];
  const found = await identifiers.find([{ kind: "name", value: looks }], LOOK_ALIKES_MAX);
  const others = found.map(({ origin_id }) => origin_id).filter((id) => id !== identity.entity_id);
  if (others.length === 0) return [];
  const message = "The name looks like that of an entity known before but is written with different characters.";
  return [{ code: "CONFUSABLE_NAME", message, details: { row, entity_ids: [identity.entity_id, ...others] } }];
}
