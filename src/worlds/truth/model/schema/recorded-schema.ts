import type { JsonObject } from "../../../../kernel/index.ts";
import type { RegisteredSchema } from "./schema-book.ts";
import type { FieldType } from "./types/field-types.ts";

/** A version of a schema, and whether it is in force from then on. */
export const SCHEMA_REGISTERED = "schema.registered";

export type RecommendationStatus = "pending" | "approved" | "rejected" | "applied" | "auto_applied";

export interface Recommendation {
  readonly id: string;
  readonly entity_type: string;
  readonly fields: readonly {
    readonly field_name: string;
    readonly field_type: FieldType;
    readonly required?: boolean;
  }[];
  readonly source: "raw_fragments" | "agent" | "inference";
  readonly confidence_score: number;
  readonly reasoning: string;
  readonly status: RecommendationStatus;
}

export interface SchemaRegistered {
  readonly schema: RegisteredSchema;
  readonly activate: boolean;
  /** Entities that hold one of these are worked out anew; null for all of the type. */
  readonly refold: readonly string[] | null;
  readonly recommendation?: Recommendation;
}

export function toSchemaPayload(payload: SchemaRegistered): JsonObject {
  return { ...payload } as unknown as JsonObject;
}
