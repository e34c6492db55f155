import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import { EntityType, FieldName, UserId } from "../../../model/inputs.ts";
import { FieldTypeName, SchemaVersion, StrategyName, UserSpecific } from "../../../model/schema-inputs.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import type { Truth } from "../../../truth.ts";
import { addFields, scopeOf } from "../../../write/schemas.ts";

const FIELDS_MAX = 100;

export const updateSchemaIncremental = defineTool({
  name: "update_schema_incremental",
  title: "Add fields to a schema",
  description: [
    "Add fields to the schema of a type. From then on they are read as fields of the snapshot, in their own type.",
    "migrate_existing also counts what was stored of them before, with its sources and quotes.",
    "SCHEMA_NOT_FOUND: the type has none yet, use register_schema. Fields that are there already change nothing.",
  ].join("\n"),
  effect: "write",
  permission: "MODIFY",
  idempotent: true,
  input: z.object({
    entity_type: EntityType,
    fields_to_add: z
      .array(
        z.object({
          field_name: FieldName,
          field_type: FieldTypeName,
          required: z.boolean().optional(),
          reducer_strategy: StrategyName.optional(),
        }),
      )
      .min(1)
      .max(FIELDS_MAX),
    schema_version: SchemaVersion.describe("Left out: the next one, such as 1.1 after 1.0"),
    user_specific: UserSpecific,
    user_id: UserId,
    activate: z.boolean().optional().describe("In force at once (default true)"),
    migrate_existing: z.boolean().optional().describe("Count what was stored before too (default false)"),
  }),
  output: z.object({
    success: z.literal(true),
    entity_type: z.string(),
    schema_version: z.string(),
    fields_added: z.array(z.string()),
    activated: z.boolean(),
    migrated_existing: z.boolean(),
    scope: z.enum(["global", "user"]),
  }),
  async run(input, truth: Truth) {
    const scope = scopeOf(input.user_specific, input.user_id);
    requireOwnUser(truth, input.user_id);
    const { entity_type, activate = true, migrate_existing = false } = input;
    if (migrate_existing && !activate) {
      throw refuse("VALIDATION_ERROR", "Only a schema that is in force can count what was stored before.", {
        problems: [{ path: "migrate_existing", message: "needs activate: true" }],
      });
    }
    const { schema_version, fields_added } = await addFields(truth, {
      entity_type,
      fields: input.fields_to_add,
      schema_version: input.schema_version,
      scope,
      activate,
      migrate: migrate_existing,
      recommended: {
        source: "agent",
        confidence_score: 1,
        reasoning: "Added with update_schema_incremental",
        status: activate ? "applied" : "approved",
      },
    });
    return {
      success: true as const,
      entity_type,
      schema_version,
      fields_added,
      activated: activate,
      migrated_existing: migrate_existing,
      scope,
    };
  },
});
