/** The types a schema field can have. */
export const FIELD_TYPES = ["string", "number", "date", "boolean", "array", "object"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export type Strategy = "last_write" | "highest_priority" | "most_specific" | "merge_array";
