export { builtInSchemas, schemaFor } from "./built-in.ts";
export { isBookkeeping } from "./describe-type.ts";
export { type EntitySchema, fieldOf, type Policy, policyOf, ruleTypeOf, type SchemaField } from "./entity-schema.ts";
export { showValue } from "./fit-value.ts";
export { matchSchema } from "./match-schema.ts";
export { readDate } from "./read-date.ts";
export { scoreTypes, type TypeScore } from "./score-types.ts";
export { type FieldProblem, type SplitRow, splitRow } from "./split-row.ts";
