export { batchWarnings, type NamedRow, type Warning } from "./batch-warnings.ts";
export { canonicalFields } from "./canonical-fields.ts";
export { canonicalName } from "./canonical-name.ts";
export { skeleton } from "./confusables.ts";
export { identifiersOf, lookups } from "./identifiers.ts";
export { type Identity, identify } from "./identify.ts";
export { normalizeName } from "./normalize-name.ts";
