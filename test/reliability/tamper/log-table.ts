import { SAME_TABLES, type Table, VERIFIED_BEFORE } from "./cells.ts";
import type { LOG_EDITS } from "./log-edits.ts";

export const LOG_CELLS: Table<keyof typeof LOG_EDITS> = {
  "what an entry says": {
    verify: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    full: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    replay: "row conformance_note local {note four}: does not follow from the log",
  },
  "what an entry says that was verified before": {
    verify: VERIFIED_BEFORE,
    full: "entry: tenant local seq 5 id {entry 5}: its content does not match its hash",
    replay: "row conformance_note local {note two}: does not follow from the log",
  },
  "an entry that is no JSON": {
    verify: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    full: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    replay: "An entry of the log cannot be read (tenant: local; seq: 24; id: {entry 24}). …",
  },
  "why an entry was made": {
    verify: "entry: tenant local seq 13 id {entry 13}: its content does not match its hash",
    full: "entry: tenant local seq 13 id {entry 13}: its content does not match its hash",
    replay: SAME_TABLES,
  },
  "who made an entry": {
    verify: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    full: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    replay: SAME_TABLES,
  },
  "when an entry was made": {
    verify: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    full: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    replay: SAME_TABLES,
  },
  "which tool made an entry": {
    verify: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    full: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    replay: SAME_TABLES,
  },
  "the salt of an entry": {
    verify: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    full: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    replay: SAME_TABLES,
  },
  "the hash of what an entry says": {
    verify: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    full: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    replay: SAME_TABLES,
  },
  "the hash an entry is said to have had": {
    verify: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    full: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    replay: SAME_TABLES,
  },
  "the hash of an entry": {
    verify: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    full: "entry: tenant local seq 24 id {entry 24}: its content does not match its hash",
    replay: SAME_TABLES,
  },
  "an entry is said to be erased": {
    verify: "entry: tenant local seq 24 id {entry 24}: is marked as erased, and no entry says so",
    full: "entry: tenant local seq 24 id {entry 24}: is marked as erased, and no entry says so",
    replay: "row conformance_note local {note four}: does not follow from the log",
  },
  "an entry is deleted": {
    verify: "entry: tenant local seq 25 id {entry 25}: follows entry 23: entries are missing, repeated or out of order",
    full: "entry: tenant local seq 25 id {entry 25}: follows entry 23: entries are missing, repeated or out of order",
    replay: "row conformance_note local {note four}: does not follow from the log",
  },
  "an entry that was verified before is deleted": {
    verify: VERIFIED_BEFORE,
    full: "entry: tenant local seq 6 id {entry 6}: follows entry 4: entries are missing, repeated or out of order",
    replay: "row conformance_note local {note two}: does not follow from the log",
  },
  "an entry is put in": {
    verify: "entry: tenant local seq 24 id …: does not continue the entry before it",
    full: "entry: tenant local seq 24 id …: does not continue the entry before it",
    replay: "row truth_source local {source of entry 25}: position is 102400 where the log gives 106496",
  },
  "two entries change places": {
    verify: "entry: tenant local seq 23 id {entry 24}: does not continue the entry before it",
    full: "entry: tenant local seq 23 id {entry 24}: does not continue the entry before it",
    replay: SAME_TABLES,
  },
  "an entry is given to another user": {
    verify: "entry: tenant local seq 25 id ?: is gone: the log had 25 entries",
    full: "entry: tenant local seq 25 id ?: is gone: the log had 25 entries",
    replay: "row truth_source local {source of entry 25}: does not follow from the log",
  },
  "the last entries are deleted": {
    verify: "entry: tenant local seq 24 id ?: is gone: the log had 25 entries",
    full: "entry: tenant local seq 24 id ?: is gone: the log had 25 entries",
    replay: "row conformance_note local {note four}: does not follow from the log",
  },
  "the last entries are deleted, and the log's end says so": {
    verify: "entry: tenant local seq 24 id ?: is gone: the witness saw 25 entries",
    full: "entry: tenant local seq 24 id ?: is gone: the witness saw 25 entries",
    checkpoint: "entry: tenant local seq 24 id ?: is gone: the checkpoint saw 25 entries",
    replay: "row conformance_note local {note four}: does not follow from the log",
  },
  "a user's whole log is deleted": {
    verify: "entry: tenant ada seq 1 id ?: is gone: the witness saw 2 entries",
    full: "entry: tenant ada seq 1 id ?: is gone: the witness saw 2 entries",
    checkpoint: "entry: tenant ada seq 1 id ?: is gone: the checkpoint saw 2 entries",
    replay: "row truth_source ada {source of entry 1}: does not follow from the log",
  },
  "all logs are deleted": {
    verify: "entry: tenant ada seq 1 id ?: is gone: the witness saw 2 entries",
    full: "entry: tenant ada seq 1 id ?: is gone: the witness saw 2 entries",
    checkpoint: "entry: tenant ada seq 1 id ?: is gone: the checkpoint saw 2 entries",
    replay: "row conformance_note local {note four}: does not follow from the log",
  },
  "the log's end": {
    verify: "entry: tenant local seq 25 id {entry 25}: lies beyond the log's end at 24",
    full: "entry: tenant local seq 25 id {entry 25}: lies beyond the log's end at 24",
    replay: SAME_TABLES,
  },
  "the log's end is gone": {
    verify: "entry: tenant local seq 25 id {entry 25}: belongs to a log without an end",
    full: "entry: tenant local seq 25 id {entry 25}: belongs to a log without an end",
    replay: SAME_TABLES,
  },
  "an entry is rewritten with every hash after it": {
    verify: "entry: tenant local seq 25 id {entry 25}: is not the entry that the witness saw",
    full: "entry: tenant local seq 25 id {entry 25}: is not the entry that the witness saw",
    checkpoint: "entry: tenant local seq 24 id {entry 24}: differs from the checkpoint",
    replay: "row conformance_note local {note four}: does not follow from the log",
  },
  "an entry that was verified before is rewritten with every hash after it": {
    verify: "entry: tenant local seq 6 id {entry 6}: is not the entry that was verified earlier",
    full: "entry: tenant local seq 25 id {entry 25}: is not the entry that the witness saw",
    checkpoint: "entry: tenant local seq 5 id {entry 5}: differs from the checkpoint",
    replay: "row conformance_note local {note two}: does not follow from the log",
  },
  "an entry is rewritten with every hash after it, and witness.json is deleted": {
    verify: "file witness.json: it is gone, so entries may be missing at the end: compare with a checkpoint",
    full: "file witness.json: it is gone, so entries may be missing at the end: compare with a checkpoint",
    checkpoint: "entry: tenant local seq 24 id {entry 24}: differs from the checkpoint",
    replay: "row conformance_note local {note four}: does not follow from the log",
  },
  "an old entry is rewritten with every hash after it, and witness.json is deleted": {
    verify: "entry: tenant local seq 6 id {entry 6}: is not the entry that was verified earlier",
    full: "entry: tenant local seq 6 id {entry 6}: is not the entry that an earlier verification saw",
    checkpoint: "entry: tenant local seq 5 id {entry 5}: differs from the checkpoint",
    replay: "row conformance_note local {note two}: does not follow from the log",
  },
  "an entry is rewritten with every hash after it, and witness.json and verified.json are deleted": {
    verify: "file witness.json: it is gone, so entries may be missing at the end: compare with a checkpoint",
    full: "file witness.json: it is gone, so entries may be missing at the end: compare with a checkpoint",
    checkpoint: "entry: tenant local seq 24 id {entry 24}: differs from the checkpoint",
    replay: "row conformance_note local {note four}: does not follow from the log",
  },
  "the last entries are deleted, the log's end says so, and witness.json is deleted": {
    verify: "file witness.json: it is gone, so entries may be missing at the end: compare with a checkpoint",
    full: "file witness.json: it is gone, so entries may be missing at the end: compare with a checkpoint",
    checkpoint: "entry: tenant local seq 24 id ?: is gone: the checkpoint saw 25 entries",
    replay: "row conformance_note local {note four}: does not follow from the log",
  },
};
