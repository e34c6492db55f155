import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { Warning } from "../../../model/identity/batch-warnings.ts";
import { EntityType, UserId } from "../../../model/inputs.ts";
import {
  fieldsOf,
  policiesOf,
  ReducerConfig,
  SchemaDefinition,
  SchemaVersion,
  UserSpecific,
} from "../../../model/schema-inputs.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import type { Truth } from "../../../truth.ts";
import { registerSchema as register, scopeOf } from "../../../write/schemas.ts";
import { WarningAnswer } from "../../../write/warnings.ts";

const FIELDS_MAX = 500;

export const registerSchema = defineTool({
  name: "register_schema",
  title: "Register a schema",
  description: [
    "Describe a new type, or a new version of one: its fields, and which of several statements wins each.",
    "activate: true puts it in force at once. What was stored before and is no field yet comes in with update_schema_incremental and migrate_existing.",
    "SCHEMA_EXISTS: that version is there. To add fields alone use update_schema_incremental.",
  ].join("\n"),
  effect: "write",
  permission: "MODIFY",
  input: z.object({
    entity_type: EntityType,
    schema_definition: SchemaDefinition,
    reducer_config: ReducerConfig,
    schema_version: SchemaVersion.describe("Default 1.0"),
    user_specific: UserSpecific,
    user_id: UserId,
    activate: z.boolean().optional().describe("In force at once (default false)"),
  }),
  output: z.object({
    success: z.literal(true),
    entity_type: z.string(),
    schema_version: z.string(),
    activated: z.boolean(),
    scope: z.enum(["global", "user"]),
    schema_id: z.string(),
    warnings: z.array(WarningAnswer).optional(),
  }),
  async run(input, truth: Truth) {
    const scope = scopeOf(input.user_specific, input.user_id);
    requireOwnUser(truth, input.user_id);
    const { entity_type, activate = false } = input;
    const fields = fieldsOf(input.schema_definition);
    const count = Object.keys(fields).length;
    if (count === 0 || count > FIELDS_MAX) {
      throw refuse("VALIDATION_ERROR", "A schema describes fields.", {
        problems: [{ path: "schema_definition.fields", message: `must have 1 to ${FIELDS_MAX} fields` }],
      });
    }
    const { schema_id, schema_version } = await register(truth, {
      entity_type,
      scope,
      schema_version: input.schema_version ?? "1.0",
      fields,
      policies: policiesOf(input.reducer_config),
      activate,
    });
    return {
      success: true as const,
      entity_type,
      schema_version,
      activated: activate,
      scope,
      schema_id,
      ...warningsOf(input.schema_definition),
    };
  },
});

/** The contract has a name for a validator and none that could be meant by it: whoever gives one is told that nothing checks by it. */
function warningsOf({ fields }: z.output<typeof SchemaDefinition>): { warnings?: Warning[] } {
  const named = Object.entries(fields).flatMap(([field, { validator }]) => (validator === undefined ? [] : [field]));
  if (named.length === 0) return {};
  const message = "There are no validators to choose from: values of these fields are checked by their type alone.";
  return { warnings: [{ code: "VALIDATOR_NOT_APPLIED", message, details: { fields: named } }] };
}
