import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { EntityType, UserId } from "../../../model/inputs.ts";
import { FieldTypeName } from "../../../model/schema-inputs.ts";
import { requireOwnUser } from "../../../read/own-user.ts";
import { reasonFor, schemaCandidates } from "../../../read/schema-candidates.ts";
import type { Truth } from "../../../truth.ts";

const FREQUENCY_MIN = 5;
const CONFIDENCE_MIN = 0.8;

export const analyzeSchemaCandidates = defineTool({
  name: "analyze_schema_candidates",
  title: "Analyze schema candidates",
  description: [
    "Fields that were stored and that no schema claims, with how often and how alike they are: what a schema could take in.",
    "Fields that are seen often enough, in two sources, with one type, are taken in without asking (get_schema_recommendations, auto_applied).",
    "Take others in with update_schema_incremental.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    entity_type: EntityType.optional().describe("Left out: every type"),
    user_id: UserId,
    min_frequency: z.int().min(1).optional().describe(`Seen at least so often (default ${FREQUENCY_MIN})`),
    min_confidence: z.number().min(0).max(1).optional().describe(`From 0 to 1 (default ${CONFIDENCE_MIN})`),
  }),
  output: z.object({
    recommendations: z.array(
      z.object({
        entity_type: z.string(),
        fields: z.array(
          z.object({
            field_name: z.string(),
            field_type: FieldTypeName,
            frequency: z.int(),
            confidence: z.number(),
            type_consistency: z.number(),
            sample_values: z.array(z.unknown()),
            naming_pattern_match: z.boolean().optional(),
            format_consistency: z.number().optional(),
          }),
        ),
        source: z.literal("raw_fragments"),
        confidence_score: z.number(),
        reasoning: z.string().optional(),
      }),
    ),
    total_entity_types: z.int(),
    total_fields: z.int(),
    min_frequency: z.int(),
    min_confidence: z.number(),
  }),
  touches: ({ entity_type }) => (entity_type === undefined ? {} : { entity_types: [entity_type] }),
  async run(input, truth: Truth) {
    requireOwnUser(truth, input.user_id);
    const { min_frequency = FREQUENCY_MIN, min_confidence = CONFIDENCE_MIN } = input;
    const found = await schemaCandidates(truth, input.entity_type, {
      frequency: min_frequency,
      confidence: min_confidence,
    });
    return {
      recommendations: found.map(({ entity_type, fields, confidence_score }) => ({
        entity_type,
        fields,
        source: "raw_fragments" as const,
        confidence_score,
        reasoning: reasonFor(fields),
      })),
      total_entity_types: found.length,
      total_fields: found.reduce((sum, { fields }) => sum + fields.length, 0),
      min_frequency,
      min_confidence,
    };
  },
});
