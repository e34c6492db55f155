import {
  MADE_ANEW,
  NOT_OF_NEW_ENTRIES,
  NOT_QUICK,
  SEEN_ONCE,
  TABLES_ONLY,
  type Table,
  VERIFIED_BEFORE,
} from "./cells.ts";
import type { TRUTH_ROWS, WORLD_ROWS } from "./row-edits.ts";

export const TRUTH_ROW_CELLS: Table<keyof typeof TRUTH_ROWS> = {
  "entity: a value of the snapshot": {
    verify: "row {Lastco} of truth_entity: its columns do not fit its hash",
    full: 'row truth_entity local {Lastco}: snapshot is {"industry":"gold","name":"Lastco"} where the log gives {"industry":"paper","name":"Lastco"}',
    replay:
      'row truth_entity local {Lastco}: snapshot is {"industry":"gold","name":"Lastco"} where the log gives {"industry":"paper","name":"Lastco"}',
  },
  "entity: a value, with the row's hash taken away": {
    verify: "entity {Lastco} field industry: its snapshot is not what its observations come to",
    full: 'row truth_entity local {Lastco}: snapshot is {"industry":"gold","name":"Lastco"} where the log gives {"industry":"paper","name":"Lastco"}',
    replay:
      'row truth_entity local {Lastco}: snapshot is {"industry":"gold","name":"Lastco"} where the log gives {"industry":"paper","name":"Lastco"}',
  },
  "entity: a value that was verified before": {
    verify: VERIFIED_BEFORE,
    full: 'row truth_entity local {Oldco}: snapshot is {"industry":"gold","name":"Oldco"} where the log gives {"industry":"coal","name":"Oldco"}',
    replay:
      'row truth_entity local {Oldco}: snapshot is {"industry":"gold","name":"Oldco"} where the log gives {"industry":"coal","name":"Oldco"}',
  },
  "entity: a snapshot that is no JSON": {
    verify: "row {Lastco} of truth_entity: its columns do not fit its hash",
    full: 'row truth_entity local {Lastco}: snapshot is { where the log gives {"industry":"paper","name":"Lastco"}',
    replay: 'row truth_entity local {Lastco}: snapshot is { where the log gives {"industry":"paper","name":"Lastco"}',
  },
  "entity: provenance of a field": {
    verify: "row {Lastco} of truth_entity: its columns do not fit its hash",
    full: "row truth_entity local {Lastco}: provenance is … where the log gives …",
    replay: "row truth_entity local {Lastco}: provenance is … where the log gives …",
  },
  "entity: the observation that wins": {
    verify: "row {Lastco} of truth_entity: its columns do not fit its hash",
    full: "row truth_entity local {Lastco}: winners is … where the log gives …",
    replay: "row truth_entity local {Lastco}: winners is … where the log gives …",
  },
  "entity: a value that no schema claims": {
    verify: "row {Beta} of truth_entity: its columns do not fit its hash",
    full: 'row truth_entity local {Beta split off}: fragments is {"shoe":"43"} where the log gives {"since":"2022-05-06"}',
    replay:
      'row truth_entity local {Beta split off}: fragments is {"shoe":"43"} where the log gives {"since":"2022-05-06"}',
  },
  "entity: its name": {
    verify: "row {Lastco} of truth_entity: its columns do not fit its hash",
    full: "row truth_entity local {Lastco}: canonical_name is Firstco where the log gives Lastco",
    replay: "row truth_entity local {Lastco}: canonical_name is Firstco where the log gives Lastco",
  },
  "entity: its type": {
    verify: "row {Lastco} of truth_entity: its columns do not fit its hash",
    full: "row truth_entity local {Lastco}: entity_type is contact where the log gives company",
    replay: "row truth_entity local {Lastco}: entity_type is contact where the log gives company",
  },
  "entity: when it was last observed": {
    verify: "row {Lastco} of truth_entity: its columns do not fit its hash",
    full: "row truth_entity local {Lastco}: last_observed_at is … where the log gives …",
    replay: "row truth_entity local {Lastco}: last_observed_at is … where the log gives …",
  },
  "entity: when it was first accepted": {
    verify: "row {Lastco} of truth_entity: its columns do not fit its hash",
    full: "row truth_entity local {Lastco}: first_accepted_at is 1 where the log gives …",
    replay: "row truth_entity local {Lastco}: first_accepted_at is 1 where the log gives …",
  },
  "entity: its place of arrival": {
    verify: NOT_OF_NEW_ENTRIES,
    full: "row truth_entity local {Lastco}: position is 102401 where the log gives 102400",
    replay: "row truth_entity local {Lastco}: position is 102401 where the log gives 102400",
  },
  "entity: how much was said of it": {
    verify: "row {Lastco} of truth_entity: its columns do not fit its hash",
    full: "row truth_entity local {Lastco}: observation_count is 9 where the log gives 1",
    replay: "row truth_entity local {Lastco}: observation_count is 9 where the log gives 1",
  },
  "entity: a deleted one is live again": {
    verify: "row {Goneco} of truth_entity: its columns do not fit its hash",
    full: "row truth_entity local {Goneco}: live is 1 where the log gives 0",
    replay: "row truth_entity local {Goneco}: live is 1 where the log gives 0",
  },
  "entity: a merged one stands alone": {
    verify: "row {Akme} of truth_entity: its columns do not fit its hash",
    full: "row truth_entity local {Akme}: merged_to is null where the log gives {Acme}",
    replay: "row truth_entity local {Akme}: merged_to is null where the log gives {Acme}",
  },
  "entity: one is deleted": {
    verify: "entity {Lastco}: it is observed, and has no row",
    full: "row truth_entity local {Lastco}: is gone: the log gives it",
    replay: "row truth_entity local {Lastco}: is gone: the log gives it",
  },
  "entity: one is given to another user": {
    verify: "entity {Lastco}: it is observed, and has no row",
    full: "row truth_entity ada {Lastco}: does not follow from the log",
    replay: "row truth_entity ada {Lastco}: does not follow from the log",
  },
  "entity: one is planted": {
    verify: NOT_OF_NEW_ENTRIES,
    full: "row truth_entity local ent_000000000000000000000000: does not follow from the log",
    replay: "row truth_entity local ent_000000000000000000000000: does not follow from the log",
  },
  "observation: a value": {
    verify: "row {observation of entry 25} of truth_observation: its columns do not fit its hash",
    full: 'row truth_observation local {observation of entry 25}: fields is {"industry":"gold","name":"Lastco"} where the log gives {"industry":"paper","name":"Lastco"}',
    replay:
      'row truth_observation local {observation of entry 25}: fields is {"industry":"gold","name":"Lastco"} where the log gives {"industry":"paper","name":"Lastco"}',
  },
  "observation: a value, with the row's hash taken away": {
    verify: "observation {observation of entry 25}: its fields is not what entry 25 says",
    full: 'row truth_observation local {observation of entry 25}: fields is {"industry":"gold","name":"Lastco"} where the log gives {"industry":"paper","name":"Lastco"}',
    replay:
      'row truth_observation local {observation of entry 25}: fields is {"industry":"gold","name":"Lastco"} where the log gives {"industry":"paper","name":"Lastco"}',
  },
  "observation: its priority": {
    verify: "row {observation of entry 25} of truth_observation: its columns do not fit its hash",
    full: "row truth_observation local {observation of entry 25}: source_priority is 999 where the log gives 100",
    replay: "row truth_observation local {observation of entry 25}: source_priority is 999 where the log gives 100",
  },
  "observation: when it was observed": {
    verify: "row {observation of entry 25} of truth_observation: its columns do not fit its hash",
    full: "row truth_observation local {observation of entry 25}: observed_at is … where the log gives …",
    replay: "row truth_observation local {observation of entry 25}: observed_at is … where the log gives …",
  },
  "observation: its source": {
    verify: "row {observation of entry 25} of truth_observation: its columns do not fit its hash",
    full: "row truth_observation local {observation of entry 25}: source_id is {source of entry 7} where the log gives {source of entry 25}",
    replay:
      "row truth_observation local {observation of entry 25}: source_id is {source of entry 7} where the log gives {source of entry 25}",
  },
  "observation: whom it counts for": {
    verify: "row {observation of entry 25} of truth_observation: its columns do not fit its hash",
    full: "row truth_observation local {observation of entry 25}: entity_id is {Otto Other} where the log gives {Lastco}",
    replay:
      "row truth_observation local {observation of entry 25}: entity_id is {Otto Other} where the log gives {Lastco}",
  },
  "observation: where its row stands in the source": {
    verify: "row {observation of entry 25} of truth_observation: its columns do not fit its hash",
    full: "row truth_observation local {observation of entry 25}: row_start is 2 where the log gives 1",
    replay: "row truth_observation local {observation of entry 25}: row_start is 2 where the log gives 1",
  },
  "observation: one is deleted": {
    verify: "observation {observation of entry 25}: entry 25 made it, and it is not there",
    full: "row truth_observation local {observation of entry 25}: is gone: the log gives it",
    replay: "row truth_observation local {observation of entry 25}: is gone: the log gives it",
  },
  "source: its content hash": {
    verify: "row {source of entry 7} of truth_source: its columns do not fit its hash",
    full: "row truth_source local {source of entry 7}: content_hash is … where the log gives …",
    replay: "row truth_source local {source of entry 7}: content_hash is … where the log gives …",
  },
  "source: its file name": {
    verify: "row {source of entry 7} of truth_source: its columns do not fit its hash",
    full: "row truth_source local {source of entry 7}: original_filename is other.csv where the log gives otto.csv",
    replay: "row truth_source local {source of entry 7}: original_filename is other.csv where the log gives otto.csv",
  },
  "source: its provenance": {
    verify: "row {source of entry 9} of truth_source: its columns do not fit its hash",
    full: "row truth_source local {source of entry 9}: provenance is … where the log gives …",
    replay: "row truth_source local {source of entry 9}: provenance is … where the log gives …",
  },
  "source: it is said to be erased": {
    verify: "row {source of entry 7} of truth_source: its columns do not fit its hash",
    full: "row truth_source local {source of entry 7}: erased is 1 where the log gives 0",
    replay: "row truth_source local {source of entry 7}: erased is 1 where the log gives 0",
  },
  "source: one is deleted": {
    verify: "source {source of entry 8}: it is not there",
    full: "row truth_source local {source of entry 8}: is gone: the log gives it",
    replay: "row truth_source local {source of entry 8}: is gone: the log gives it",
  },
  "relationship: it is said to be deleted": {
    verify: "row PART_OF:{Acme}:{Beta} of truth_relationship: its columns do not fit its hash",
    full: "row truth_relationship local PART_OF:{Acme}:…: deleted is 1 where the log gives 0",
    replay: "row truth_relationship local PART_OF:{Acme}:…: deleted is 1 where the log gives 0",
  },
  "relationship: a deleted one stands again": {
    verify: "row REFERS_TO:{Beta}:{Gamma} of truth_relationship: its columns do not fit its hash",
    full: "row truth_relationship local REFERS_TO:{Beta}:…: deleted is 0 where the log gives 1",
    replay: "row truth_relationship local REFERS_TO:{Beta}:…: deleted is 0 where the log gives 1",
  },
  "relationship: one is gone": {
    verify: "relationship PART_OF:{Acme}:{Beta}: it is not what was said about it",
    full: "row truth_relationship local PART_OF:{Acme}:…: is gone: the log gives it",
    replay: "row truth_relationship local PART_OF:{Acme}:…: is gone: the log gives it",
  },
  "relationship: where it leads": {
    verify: "row PART_OF:{Acme}:{Beta} of truth_relationship: its columns do not fit its hash",
    full: "row truth_relationship local PART_OF:{Acme}:…: target_entity_id is {Lastco} where the log gives {Beta}",
    replay: "row truth_relationship local PART_OF:{Acme}:…: target_entity_id is {Lastco} where the log gives {Beta}",
  },
  "relationship: one that was verified before is gone": {
    verify: VERIFIED_BEFORE,
    full: "row truth_relationship local REFERS_TO:{Oldco}:…: is gone: the log gives it",
    replay: "row truth_relationship local REFERS_TO:{Oldco}:…: is gone: the log gives it",
  },
  "relationship observation: its priority": {
    verify: "row {observation of entry 10} of truth_relationship_observation: its columns do not fit its hash",
    full: "row truth_relationship_observation local {observation of entry 10}: source_priority is 1 where the log gives 100",
    replay:
      "row truth_relationship_observation local {observation of entry 10}: source_priority is 1 where the log gives 100",
  },
  "relationship observation: one is gone": {
    verify: "relationship observation {observation of entry 10}: entry 10 made it, and it is not there",
    full: "row truth_relationship_observation local {observation of entry 10}: is gone: the log gives it",
    replay: "row truth_relationship_observation local {observation of entry 10}: is gone: the log gives it",
  },
  "timeline: when something happened": {
    verify: "row {timeline of signed_date} of truth_timeline: its columns do not fit its hash",
    full: "row truth_timeline local {timeline of signed_date}: event_timestamp is … where the log gives …",
    replay: "row truth_timeline local {timeline of signed_date}: event_timestamp is … where the log gives …",
  },
  "timeline: an event is gone": {
    verify:
      "timeline event {timeline of signed_date} of entity {Otto Other} field signed_date: it is not what its date says",
    full: "row truth_timeline local {timeline of signed_date}: is gone: the log gives it",
    replay: "row truth_timeline local {timeline of signed_date}: is gone: the log gives it",
  },
  "type: how many there are": {
    verify: NOT_OF_NEW_ENTRIES,
    full: "row truth_type local company: live is 8 where the log gives 7",
    replay: "row truth_type local company: live is 8 where the log gives 7",
  },
  "type: one is gone": {
    verify: NOT_OF_NEW_ENTRIES,
    full: "row truth_type local contact: is gone: the log gives it",
    replay: "row truth_type local contact: is gone: the log gives it",
  },
  "identifier: what it stands for": {
    verify: "entity {Lastco}: it is no longer known by an identifier that was said of it",
    full: "row truth_identifier local lastco name {Lastco}: is gone: the log gives it",
    replay: "row truth_identifier local lastco name {Lastco}: is gone: the log gives it",
  },
  "identifier: one is gone": {
    verify: "entity {Lastco}: it is no longer known by an identifier that was said of it",
    full: "row truth_identifier local lastco name {Lastco}: is gone: the log gives it",
    replay: "row truth_identifier local lastco name {Lastco}: is gone: the log gives it",
  },
  "merge: its reason": {
    verify: "the merge of entry 13: its row is not what the entry says",
    full: "row truth_merge local 53248: merge_reason is a whim where the log gives the same firm",
    replay: "row truth_merge local 53248: merge_reason is a whim where the log gives the same firm",
  },
  "merge: it is said to be undone": {
    verify: NOT_OF_NEW_ENTRIES,
    full: "row truth_merge local 53248: unmerged_at is … where the log gives null",
    replay: "row truth_merge local 53248: unmerged_at is … where the log gives null",
  },
  "merge: one is gone": {
    verify: "the merge of entry 13: its row is not what the entry says",
    full: "row truth_merge local 53248: is gone: the log gives it",
    replay: "row truth_merge local 53248: is gone: the log gives it",
  },
  "regrouping: when a split was made": {
    verify: "the split of entry 17: its row is not what the entry says",
    full: "row truth_regrouping local 69632: accepted_at is … where the log gives …",
    replay: "row truth_regrouping local 69632: accepted_at is … where the log gives …",
  },
  "regrouping: one is gone": {
    verify: "the unmerge of entry 15: its row is not what the entry says",
    full: "row truth_regrouping local 61440: is gone: the log gives it",
    replay: "row truth_regrouping local 61440: is gone: the log gives it",
  },
  "kept answer: its words": {
    verify: "the answer of entry 25: it is not the one that was given",
    full: "kept answer {answer}: it is not the one that was given",
    replay: TABLES_ONLY,
  },
  "kept answer: its words and its hash": {
    verify: "the answer of entry 25: it is not the one that was given",
    full: "row truth_request local {answer}: answer_hash is null where the log gives …",
    replay: "row truth_request local {answer}: answer_hash is null where the log gives …",
  },
  "kept answer: the request it was given to": {
    verify: "the answer of entry 25: it is not the one that was given",
    full: "row truth_request local {answer}: payload_hash is … where the log gives …",
    replay: "row truth_request local {answer}: payload_hash is … where the log gives …",
  },
  "kept answer: one is gone": {
    verify: "the answer of entry 25: it is not the one that was given",
    full: "row truth_request local {answer}: is gone: the log gives it",
    replay: "row truth_request local {answer}: is gone: the log gives it",
  },
  "kept answer: one is planted among those of the first format": {
    verify: NOT_OF_NEW_ENTRIES,
    full: 'kept answer "next": no earlier version can have kept it',
    replay: TABLES_ONLY,
  },
};

export const WORLD_ROW_CELLS: Table<keyof typeof WORLD_ROWS> = {
  "note: its text": {
    verify: NOT_OF_NEW_ENTRIES,
    full: "row conformance_note local {note four}: text is vier where the log gives four",
    replay: "row conformance_note local {note four}: text is vier where the log gives four",
  },
  "note: one is gone": {
    verify: VERIFIED_BEFORE,
    full: "row conformance_note local {note one}: is gone: the log gives it",
    replay: "row conformance_note local {note one}: is gone: the log gives it",
  },
  "notebook passage: its text": {
    verify: NOT_QUICK,
    full: "passage {passage 0}: it is not as file seeds.json of collection garden has it",
    replay: TABLES_ONLY,
  },
  "notebook passage: its place": {
    verify: NOT_QUICK,
    full: "passage {passage 0}: it is not as file seeds.json of collection garden has it",
    replay: TABLES_ONLY,
  },
  "notebook passage: one is gone": {
    verify: NOT_QUICK,
    full: "passage {passage 0}: it is missing, and file seeds.json of collection garden says it",
    replay: TABLES_ONLY,
  },
  "notebook catalog: a title": {
    verify: NOT_QUICK,
    full: "file seeds.json of collection garden: its title in the catalog is not what the file says",
    replay: TABLES_ONLY,
  },
  "notebook catalog: the hash of a file": {
    verify: NOT_QUICK,
    full: "file seeds.json of collection garden: its hash in the catalog is not that of its content",
    replay: TABLES_ONLY,
  },
  "notebook catalog: how many notebooks there are": {
    verify: NOT_QUICK,
    full: "collection garden: its notebooks do not follow from its files",
    replay: TABLES_ONLY,
  },
  "notebook catalog: a collection is gone": { verify: NOT_QUICK, full: MADE_ANEW, replay: TABLES_ONLY },
  "instructions: what is noted as indexed": {
    verify: NOT_QUICK,
    full: "document instructions/tests of ~installation: its text is not that of its instruction",
    replay: TABLES_ONLY,
  },
  "instructions: a note of what is indexed is gone": {
    verify: NOT_QUICK,
    full: "document instructions/tests of ~installation: no instruction says it",
    replay: TABLES_ONLY,
  },
  "instructions: when one was first seen": { verify: NOT_QUICK, full: SEEN_ONCE, replay: TABLES_ONLY },
};
