import type { Edits } from "./edit.ts";

const named = (name: string) => `canonical_name = '${name}' and tenant_id = 'local'`;
const idOf = (name: string) => `(select min(id) from truth_entity where ${named(name)})`;
/** What is known of it was said before the last verification. */
const OLD = named("Oldco");
const LAST = named("Lastco");
const SAID_LAST = `tenant_id = 'local' and entity_id = ${idOf("Lastco")}`;

const ANSWERED_LAST = `accepted_at = (select max(accepted_at) from truth_request where tenant_id = 'local')`;

/** Rows of the truth world, each in a way that changes what some tool answers. */
export const TRUTH_ROWS = {
  "entity: a value of the snapshot": `update truth_entity set snapshot = replace(snapshot, 'paper', 'gold') where ${LAST}`,
  "entity: a value, with the row's hash taken away": `update truth_entity set row_hash = '',
    snapshot = replace(snapshot, 'paper', 'gold') where ${LAST}`,
  "entity: a value that was verified before": `update truth_entity set snapshot = replace(snapshot, 'coal', 'gold') where ${OLD}`,
  "entity: a snapshot that is no JSON": `update truth_entity set snapshot = '{' where ${LAST}`,
  "entity: provenance of a field": `update truth_entity set provenance = replace(provenance, 'industry', 'industri') where ${LAST}`,
  "entity: the observation that wins": `update truth_entity set winners = replace(winners, ',100,', ',999,') where ${LAST}`,
  "entity: a value that no schema claims": `update truth_entity set fragments = '{"shoe":"43"}' where ${named("Beta")} and fragments <> '{}'`,
  "entity: its name": `update truth_entity set canonical_name = 'Firstco' where ${LAST}`,
  "entity: its type": `update truth_entity set entity_type = 'contact' where ${LAST}`,
  "entity: when it was last observed": `update truth_entity set last_observed_at = last_observed_at + 1 where ${LAST}`,
  "entity: when it was first accepted": `update truth_entity set first_accepted_at = 1 where ${LAST}`,
  "entity: its place of arrival": `update truth_entity set position = position + 1 where ${LAST}`,
  "entity: how much was said of it": `update truth_entity set observation_count = 9 where ${LAST}`,
  "entity: a deleted one is live again": `update truth_entity set live = 1, deletion = null where ${named("Goneco")}`,
  "entity: a merged one stands alone": `update truth_entity set merged_to = null, live = 1 where ${named("Akme")}`,
  "entity: one is deleted": `delete from truth_entity where ${LAST}`,
  "entity: one is given to another user": `update truth_entity set tenant_id = 'ada' where ${LAST}`,
  "entity: one is planted": `insert into truth_entity select tenant_id, 'ent_000000000000000000000000', entity_type, 'Plantedco',
    schema_version, merged_to, live, snapshot, provenance, fragments, fragment_provenance, deletion, observation_count,
    first_observed_at, last_observed_at, first_accepted_at, last_accepted_at, 7, winners, '' from truth_entity where ${LAST}`,
  "observation: a value": `update truth_observation set fields = replace(fields, 'paper', 'gold') where ${SAID_LAST}`,
  "observation: a value, with the row's hash taken away": `update truth_observation set row_hash = '',
    fields = replace(fields, 'paper', 'gold') where ${SAID_LAST}`,
  "observation: its priority": `update truth_observation set source_priority = 999 where ${SAID_LAST}`,
  "observation: when it was observed": `update truth_observation set observed_at = observed_at - 5 where ${SAID_LAST}`,
  "observation: its source": `update truth_observation set source_id = (select min(source_id) from truth_observation
    where tenant_id = 'local') where ${SAID_LAST}`,
  "observation: whom it counts for": `update truth_observation set entity_id = ${idOf("Otto Other")} where ${SAID_LAST}`,
  "observation: where its row stands in the source": `update truth_observation set row_start = row_start + 1 where ${SAID_LAST}`,
  "observation: one is deleted": `delete from truth_observation where ${SAID_LAST}`,
  "source: its content hash": `update truth_source set content_hash = '${"0".repeat(64)}' where kind = 'file' and mime_type = 'text/csv'`,
  "source: its file name": `update truth_source set original_filename = 'other.csv' where mime_type = 'text/csv'`,
  "source: its provenance": `update truth_source set provenance = replace(provenance, 'tin', 'lead') where kind = 'correction'`,
  "source: it is said to be erased": `update truth_source set erased = 1 where mime_type = 'text/csv'`,
  "source: one is deleted": `delete from truth_source where mime_type = 'text/plain'`,
  "relationship: it is said to be deleted": `update truth_relationship set deleted = 1 where relationship_type = 'PART_OF'`,
  "relationship: a deleted one stands again": `update truth_relationship set deleted = 0 where deleted = 1`,
  "relationship: one is gone": `delete from truth_relationship where relationship_type = 'PART_OF'`,
  "relationship: where it leads": `update truth_relationship set target_entity_id = ${idOf("Lastco")} where relationship_type = 'PART_OF'`,
  "relationship: one that was verified before is gone": `delete from truth_relationship where source_entity_id = ${idOf("Oldco")}`,
  "relationship observation: its priority": `update truth_relationship_observation set source_priority = 1
    where relationship_type = 'PART_OF'`,
  "relationship observation: one is gone": `delete from truth_relationship_observation where relationship_type = 'PART_OF'`,
  "timeline: when something happened": `update truth_timeline set event_timestamp = event_timestamp + 86400000`,
  "timeline: an event is gone": `delete from truth_timeline`,
  "type: how many there are": `update truth_type set live = live + 1 where tenant_id = 'local' and entity_type = 'company'`,
  "type: one is gone": `delete from truth_type where tenant_id = 'local' and entity_type = 'contact'`,
  "identifier: what it stands for": `update truth_identifier set origin_id = ${idOf("Otto Other")} where value = 'lastco'`,
  "identifier: one is gone": `delete from truth_identifier where value = 'lastco'`,
  "merge: its reason": `update truth_merge set merge_reason = 'a whim' where merge_reason is not null`,
  "merge: it is said to be undone": `update truth_merge set unmerged_at = merged_at + 1 where unmerged_at is null`,
  "merge: one is gone": `delete from truth_merge where merge_reason is not null`,
  "regrouping: when a split was made": `update truth_regrouping set accepted_at = accepted_at - 5 where change = 'split'`,
  "regrouping: one is gone": `delete from truth_regrouping where change = 'unmerge'`,
  "kept answer: its words": `update truth_request set answer = replace(answer, 'entity_id', 'entity_it') where ${ANSWERED_LAST}`,
  "kept answer: its words and its hash": `update truth_request set answer = '{}', answer_hash = null where ${ANSWERED_LAST}`,
  "kept answer: the request it was given to": `update truth_request set payload_hash = '${"0".repeat(64)}' where ${ANSWERED_LAST}`,
  "kept answer: one is gone": `delete from truth_request where ${ANSWERED_LAST}`,
  "kept answer: one is planted among those of the first format": `insert into truth_request_before
    (tenant_id, idempotency_key, payload_hash, answer, accepted_at) values ('local', 'next', 'x', '{}', 1)`,
} as const satisfies Edits;

/** Rows of the other worlds. */
export const WORLD_ROWS = {
  "note: its text": `update conformance_note set text = 'vier' where text = 'four'`,
  "note: one is gone": `delete from conformance_note where text = 'one'`,
  "notebook passage: its text": `update notebook_passage set text = 'Beans are wet.' where text like 'Beans%'`,
  "notebook passage: its place": `update notebook_passage set start_byte = start_byte + 1 where text like 'Beans%'`,
  "notebook passage: one is gone": `delete from notebook_passage where text like 'Beans%'`,
  "notebook catalog: a title": `update notebook_file set title = 'Weeds'`,
  "notebook catalog: the hash of a file": `update notebook_file set sha256 = '${"0".repeat(64)}'`,
  "notebook catalog: how many notebooks there are": `update notebook_collection set notebooks = notebooks + 1`,
  "notebook catalog: a collection is gone": `delete from notebook_collection`,
  "instructions: what is noted as indexed": `update instruction_indexed set digest = '${"0".repeat(64)}' where id = 'tests'`,
  "instructions: a note of what is indexed is gone": `delete from instruction_indexed where id = 'tests'`,
  "instructions: when one was first seen": `update instruction_first_seen set created_at = '2001-01-01T00:00:00.000Z'`,
} as const satisfies Edits;
