import type { Tool } from "../../kernel/index.ts";
import { getAuthenticatedUser } from "./tools/get-authenticated-user.ts";
import { getEntityTypeCounts } from "./tools/get-entity-type-counts.ts";
import { getRelationshipSnapshot } from "./tools/get-relationship-snapshot.ts";
import { identifyEntity } from "./tools/identify-entity.ts";
import { listEntityTypes } from "./tools/list-entity-types.ts";
import { listObservations } from "./tools/list-observations.ts";
import { listPotentialDuplicates } from "./tools/list-potential-duplicates.ts";
import { listRecentChanges } from "./tools/list-recent-changes.ts";
import { listRelationships } from "./tools/list-relationships.ts";
import { listTimelineEvents } from "./tools/list-timeline-events.ts";
import { retrieveEntities } from "./tools/retrieve-entities.ts";
import { retrieveEntityByIdentifier } from "./tools/retrieve-entity-by-identifier.ts";
import { retrieveEntitySnapshot } from "./tools/retrieve-entity-snapshot.ts";
import { retrieveFieldProvenance } from "./tools/retrieve-field-provenance.ts";
import { retrieveFileUrl } from "./tools/retrieve-file-url.ts";
import { retrieveGraphNeighborhood } from "./tools/retrieve-graph-neighborhood.ts";
import { retrieveRelatedEntities } from "./tools/retrieve-related-entities.ts";
import { search } from "./tools/search.ts";
import type { Truth } from "./truth.ts";

/** The tools that change nothing: the contract's first, then our own. */
export const READ_TOOLS: readonly Tool<Truth>[] = [
  listEntityTypes,
  retrieveFileUrl,
  retrieveEntitySnapshot,
  listObservations,
  retrieveFieldProvenance,
  retrieveEntities,
  retrieveEntityByIdentifier,
  retrieveRelatedEntities,
  retrieveGraphNeighborhood,
  listTimelineEvents,
  listRelationships,
  getRelationshipSnapshot,
  getAuthenticatedUser,
  search,
  identifyEntity,
  listPotentialDuplicates,
  listRecentChanges,
  getEntityTypeCounts,
];
