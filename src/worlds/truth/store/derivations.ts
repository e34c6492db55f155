import type { Derivation } from "../../../kernel/index.ts";
import { UNHASHED } from "./unaltered.ts";

const HASHED = { row_hash: UNHASHED };

/** Every table of this world, to the last column; only the words of kept answers lie beside the log, which has their hashes. */
export const DERIVATIONS: readonly Derivation[] = [
  { table: "truth_source", key: ["id"], unset: HASHED },
  { table: "truth_observation", key: ["id"], unset: HASHED },
  { table: "truth_entity", key: ["id"], unset: { ...HASHED, winners: "[]" } },
  { table: "truth_type", key: ["entity_type"] },
  { table: "truth_identifier", key: ["value", "kind", "origin_id"] },
  { table: "truth_relationship", key: ["id"], unset: HASHED },
  { table: "truth_relationship_observation", key: ["id"], unset: HASHED },
  { table: "truth_timeline", key: ["id"], unset: HASHED },
  { table: "truth_value", key: ["entity_id", "field", "value"] },
  { table: "truth_merge", key: ["position"] },
  { table: "truth_regrouping", key: ["position"] },
  { table: "truth_memory_entity", key: ["key", "again"] },
  { table: "truth_memory_observation", key: ["key", "again", "content_key", "content_again"] },
  { table: "truth_memory_relation", key: ["key", "again"] },
  { table: "truth_quote", key: ["observation_id"] },
  { table: "truth_withdrawn", key: ["source_id"] },
  { table: "truth_schema", key: ["entity_type", "scope", "schema_version"] },
  { table: "truth_recommendation", key: ["entity_type", "id"] },
  { table: "truth_run", key: ["run_id"] },
  { table: "truth_request", key: ["key_hash"], except: ["answer"] },
];
