import { z } from "zod";
import { defineTool, hashOf } from "../../../../../kernel/index.ts";
import { uuidOf } from "../../../model/ids.ts";
import { EntityType, UserId } from "../../../model/inputs.ts";
import type { Recommendation } from "../../../model/schema/recorded-schema.ts";
import { FieldTypeName } from "../../../model/schema-inputs.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import { reasonFor, schemaCandidates } from "../../../read/schema-candidates.ts";
import type { Truth } from "../../../truth.ts";

/** What analyze_schema_candidates names when it is told nothing else. */
const PENDING = { frequency: 5, confidence: 0.8 };

export const getSchemaRecommendations = defineTool({
  name: "get_schema_recommendations",
  title: "Get schema recommendations",
  description: [
    "What is recommended for the schema of a type (pending), and what became of it: applied by an agent, or auto_applied by the data itself.",
    "Apply pending fields with update_schema_incremental.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    entity_type: EntityType,
    user_id: UserId,
    source: z.enum(["raw_fragments", "agent", "inference", "all"]).optional().describe("Default all"),
    status: z
      .enum(["pending", "approved", "rejected", "applied", "auto_applied"])
      .optional()
      .describe("Default pending"),
  }),
  output: z.object({
    recommendations: z.array(
      z.object({
        id: z.string(),
        entity_type: z.string(),
        fields: z.array(
          z.object({ field_name: z.string(), field_type: FieldTypeName, required: z.boolean().optional() }),
        ),
        source: z.enum(["raw_fragments", "agent", "inference"]),
        confidence_score: z.number(),
        reasoning: z.string().optional(),
        status: z.enum(["pending", "approved", "rejected", "applied", "auto_applied"]),
      }),
    ),
    total: z.int(),
    entity_type: z.string(),
  }),
  touches: ({ entity_type }) => ({ entity_types: [entity_type] }),
  async run({ user_id, entity_type, source = "all", status = "pending" }, truth: Truth) {
    requireOwnUser(truth, user_id);
    const all = [...(await pending(truth, entity_type)), ...(await truth.recommendations.of(entity_type))];
    const recommendations = all.filter((one) => one.status === status && (source === "all" || one.source === source));
    return { recommendations, total: recommendations.length, entity_type };
  },
});

/** Worked out from what is stored now: nothing pending is ever out of date. */
async function pending(truth: Truth, entityType: string): Promise<Recommendation[]> {
  const found = await schemaCandidates(truth, entityType, PENDING);
  return found.map(({ entity_type, fields, confidence_score }) => ({
    id: uuidOf(hashOf({ pending: entity_type, fields: fields.map(({ field_name }) => field_name) })),
    entity_type,
    fields: fields.map(({ field_name, field_type }) => ({ field_name, field_type, required: false })),
    source: "raw_fragments",
    confidence_score,
    reasoning: reasonFor(fields),
    status: "pending",
  }));
}
