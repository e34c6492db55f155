import { z } from "zod";
import { FieldName } from "./inputs.ts";
import type { Policy, SchemaField } from "./schema/types/entity-schema.ts";
import { FIELD_TYPES } from "./schema/types/field-types.ts";

// What the tools of schemas take, word for word as the contract has it.

export const FieldTypeName = z.enum(FIELD_TYPES);
export const StrategyName = z.enum(["last_write", "highest_priority", "most_specific", "merge_array"]);

export const SchemaVersion = z
  .string()
  .regex(/^[0-9A-Za-z][0-9A-Za-z._-]{0,31}$/, "must be a version such as 1.1")
  .optional();

export const UserSpecific = z.boolean().optional().describe("For this user alone (default false)");

export const SchemaDefinition = z.object({
  fields: z.record(
    FieldName,
    z.object({
      type: FieldTypeName,
      required: z.boolean().optional(),
      validator: z.string().max(200).optional(),
      preserveCase: z.boolean().optional(),
      description: z.string().max(1000).optional(),
    }),
  ),
});

export const ReducerConfig = z.object({
  merge_policies: z.record(
    FieldName,
    z.object({ strategy: StrategyName, tie_breaker: z.enum(["observed_at", "source_priority"]).optional() }),
  ),
});

/** Fields as they are kept. */
export function fieldsOf({ fields }: z.output<typeof SchemaDefinition>): Record<string, SchemaField> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { type, required = false, preserveCase, description }]) => [
      name,
      {
        type,
        required,
        ...(preserveCase !== undefined && { preserveCase }),
        ...(description !== undefined && { description }),
      },
    ]),
  );
}

/** Policies as they are kept: every one says how ties are broken. */
export function policiesOf({ merge_policies }: z.output<typeof ReducerConfig>): Record<string, Policy> {
  return Object.fromEntries(
    Object.entries(merge_policies).map(([field, { strategy, tie_breaker = "observed_at" }]) => [
      field,
      { strategy, tie_breaker },
    ]),
  );
}
