import type { Projection } from "../../../kernel/index.ts";
import { ENTITIES } from "./entity-store.ts";
import { IDENTIFIERS } from "./identifier-store.ts";
import { OBSERVATIONS } from "./observation-store.ts";
import { RELATIONSHIP_OBSERVATIONS } from "./relationship-observation-store.ts";
import { RELATIONSHIPS } from "./relationship-store.ts";
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
];
