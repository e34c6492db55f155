import { defineServer } from "../../../../kernel/index.ts";
import { truthEnvelope } from "../../envelope.ts";
import type { Truth } from "../../truth.ts";
import { complete, resources } from "./resources/index.ts";
import { analyzeSchemaCandidates } from "./tools/analyze-schema-candidates.ts";
import { correct } from "./tools/correct.ts";
import { createRelationship } from "./tools/create-relationship.ts";
import { createRelationships } from "./tools/create-relationships.ts";
import { deleteEntity } from "./tools/delete-entity.ts";
import { deleteRelationship } from "./tools/delete-relationship.ts";
import { getAuthenticatedUser } from "./tools/get-authenticated-user.ts";
import { getEntityTypeCounts } from "./tools/get-entity-type-counts.ts";
import { getRelationshipSnapshot } from "./tools/get-relationship-snapshot.ts";
import { getSchemaRecommendations } from "./tools/get-schema-recommendations.ts";
import { identifyEntity } from "./tools/identify-entity.ts";
import { listEntityTypes } from "./tools/list-entity-types.ts";
import { listObservations } from "./tools/list-observations.ts";
import { listPotentialDuplicates } from "./tools/list-potential-duplicates.ts";
import { listRecentChanges } from "./tools/list-recent-changes.ts";
import { listRelationships } from "./tools/list-relationships.ts";
import { listTimelineEvents } from "./tools/list-timeline-events.ts";
import { mergeEntities } from "./tools/merge-entities.ts";
import { readSource } from "./tools/read-source.ts";
import { readmitSource } from "./tools/readmit-source.ts";
import { registerSchema } from "./tools/register-schema.ts";
import { reinterpret } from "./tools/reinterpret.ts";
import { restoreEntity } from "./tools/restore-entity.ts";
import { retrieveEntities } from "./tools/retrieve-entities.ts";
import { retrieveEntityByIdentifier } from "./tools/retrieve-entity-by-identifier.ts";
import { retrieveEntitySnapshot } from "./tools/retrieve-entity-snapshot.ts";
import { retrieveFieldProvenance } from "./tools/retrieve-field-provenance.ts";
import { retrieveFileUrl } from "./tools/retrieve-file-url.ts";
import { retrieveGraphNeighborhood } from "./tools/retrieve-graph-neighborhood.ts";
import { retrieveRelatedEntities } from "./tools/retrieve-related-entities.ts";
import { search } from "./tools/search.ts";
import { searchEvidence } from "./tools/search-evidence.ts";
import { splitEntity } from "./tools/split-entity.ts";
import { store } from "./tools/store.ts";
import { storeStructured } from "./tools/store-structured.ts";
import { storeText } from "./tools/store-text.ts";
import { storeUnstructured } from "./tools/store-unstructured.ts";
import { unmergeEntities } from "./tools/unmerge-entities.ts";
import { updateSchemaIncremental } from "./tools/update-schema-incremental.ts";
import { withdrawSource } from "./tools/withdraw-source.ts";

/** A 50 MB file travels as base64 inside a message. */
const MESSAGE_BYTES_MAX = 72 * 1024 * 1024;

/** What is known, behind one MCP endpoint. The tools of the contract come first, then our own. */
export const truthServer = defineServer<Truth>({
  name: "truth",
  title: "Truth",
  instructions: [
    "What is known about people, companies, invoices and the like, and how it is known. Every field opens the statement and the source behind it.",
    "Store what you learn as it comes up. From a conversation or another tool: store_structured with entity_type and every field you have, also unknown ones. A file: store_unstructured, raw, without reading it first.",
    "Set these types directly: contact, person, company, task, invoice, transaction, receipt, note, contract, event. For any other type call list_entity_types with summary: true, then with a keyword for its fields.",
    "Before you store or answer, look: retrieve_entity_by_identifier for a name, e-mail or number, retrieve_entities for a type, a search or what fields say (where, sort), retrieve_related_entities for connections, list_timeline_events for dates (order next: what is due).",
    "A wrong value is overruled with correct, which always wins. Duplicates: merge_entities, undone with unmerge_entities. Connections: create_relationship.",
    "Ids (entity_id, source_id) are those that answers carry. at asks what was true then, at_ingested what was known then, both ISO 8601. user_id is never needed. limit and offset page through a long answer. dry_run rehearses and keeps nothing; approval_id carries a person's approval. idempotency_key is yours to choose: the same key and payload answers the same again, so repeat a failed store with it.",
  ].join("\n"),
  envelope: truthEnvelope,
  messageBytesMax: MESSAGE_BYTES_MAX,
  carriesFiles: true,
  listsBriefly: [
    "user_id",
    "at",
    "at_ingested",
    "entity_id",
    "entity_type",
    "source_entity_id",
    "target_entity_id",
    "source_id",
    "idempotency_key",
    "reason",
    "limit",
    "offset",
  ],
  resources,
  complete,
  tools: [
    store,
    storeStructured,
    storeUnstructured,
    correct,
    reinterpret,
    mergeEntities,
    createRelationship,
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
    analyzeSchemaCandidates,
    getSchemaRecommendations,
    updateSchemaIncremental,
    registerSchema,
    getAuthenticatedUser,
    search,
    identifyEntity,
    listPotentialDuplicates,
    listRecentChanges,
    getEntityTypeCounts,
    unmergeEntities,
    splitEntity,
    deleteEntity,
    restoreEntity,
    createRelationships,
    deleteRelationship,
    storeText,
    readSource,
    searchEvidence,
    withdrawSource,
    readmitSource,
  ],
});
