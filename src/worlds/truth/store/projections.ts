import type { Projection } from "../../../kernel/index.ts";
import { ENTITIES } from "./entity-store.ts";
import { IDENTIFIERS } from "./identifier-store.ts";
import { MEMORY_ENTITIES } from "./memory-entity-store.ts";
import { MEMORY_OBSERVATIONS } from "./memory-observation-store.ts";
import { MEMORY_RELATIONS } from "./memory-relation-store.ts";
import { OBSERVATIONS } from "./observation-store.ts";
import { QUOTES } from "./quote-store.ts";
import { RECOMMENDATIONS } from "./recommendation-store.ts";
import { RELATIONSHIP_OBSERVATIONS } from "./relationship-observation-store.ts";
import { RELATIONSHIPS } from "./relationship-store.ts";
import { RUNS } from "./run-store.ts";
import { SCHEMAS } from "./schema-store.ts";
import { SOURCES } from "./source-store.ts";
import { TIMELINE } from "./timeline-store.ts";
import { TYPES } from "./type-store.ts";

/** What is known, with nothing of when it arrived. Kept answers are no knowledge, and merges show in the entities. */
export const PROJECTIONS: readonly Projection[] = [
  SOURCES,
  OBSERVATIONS,
  ENTITIES,
  TYPES,
  IDENTIFIERS,
  RELATIONSHIPS,
  RELATIONSHIP_OBSERVATIONS,
  TIMELINE,
  later(MEMORY_ENTITIES),
  later(MEMORY_OBSERVATIONS),
  later(MEMORY_RELATIONS),
  QUOTES,
  later(SCHEMAS),
  later(RECOMMENDATIONS),
  RUNS,
];

/** Came after data folders were in use. */
function later(projection: Projection): Projection {
  return { ...projection, isLater: true };
}
