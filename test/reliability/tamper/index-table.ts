import { NOT_QUICK, TABLES_ONLY, type Table } from "./cells.ts";
import type { DOCUMENT_EDITS, FINDING_EDITS } from "./index-edits.ts";

export const DOCUMENT_CELLS: Table<keyof typeof DOCUMENT_EDITS> = {
  "document: its text": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: its text is not what the log says",
    replay: TABLES_ONLY,
  },
  "document: its time": {
    verify: NOT_QUICK,
    full: "document truth_sources/{source of entry 8}:0:17 of local: its time is not what the log says",
    replay: TABLES_ONLY,
  },
  "document: its filters": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: its filters is not what the log says",
    replay: TABLES_ONLY,
  },
  "document: it has ended": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: its until is not what the log says",
    replay: TABLES_ONLY,
  },
  "document: one of the past says something else": {
    verify: NOT_QUICK,
    full: "document truth_past/{Goneco}@… of local: its text is not what the log says",
    replay: TABLES_ONLY,
  },
  "document: it is given to another user": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of ada: the log does not say it",
    replay: TABLES_ONLY,
  },
  "document: one is gone": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: it is missing, and the log says it",
    replay: TABLES_ONLY,
  },
  "document: one is planted": {
    verify: NOT_QUICK,
    full: "document truth/planted of local: the log does not say it",
    replay: TABLES_ONLY,
  },
  "document: of a notebook, its text": {
    verify: NOT_QUICK,
    full: "document notebook/garden/{passage 0} of ~installation: its count of words is not that of its text",
    replay: TABLES_ONLY,
  },
  "document: of an instruction, its text": {
    verify: NOT_QUICK,
    full: "document instructions/tests of ~installation: its count of words is not that of its text",
    replay: TABLES_ONLY,
  },
  "space: how many documents it has": {
    verify: NOT_QUICK,
    full: "space truth of local: it counts 10 documents, and there are 9",
    replay: TABLES_ONLY,
  },
  "space: how many words it has": {
    verify: NOT_QUICK,
    full: "space truth of local: it counts 42 words, and there are 41",
    replay: TABLES_ONLY,
  },
  "space: its counts are gone": {
    verify: NOT_QUICK,
    full: "space truth of local: it has documents, and its counts are missing",
    replay: TABLES_ONLY,
  },
};

export const FINDING_CELLS: Table<keyof typeof FINDING_EDITS> = {
  "words: those of a document are gone": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: the text index has another length for it",
    replay: TABLES_ONLY,
  },
  "words: a document is found by others": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: the text index does not hold the words of its text",
    replay: TABLES_ONLY,
  },
  "words: the tables of the text index are emptied": {
    verify: NOT_QUICK,
    full: 'database: fts5: corruption found reading blob 137438953473 from table "search_text_1"',
    replay: TABLES_ONLY,
  },
  "words: the length of a document": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: the text index has another length for it",
    replay: TABLES_ONLY,
  },
  "vector: its numbers": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: its vector is not the one that was made of its text",
    replay: TABLES_ONLY,
  },
  "vector: its numbers and its hash": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: its vector is not the one that was made of its text",
    replay: TABLES_ONLY,
  },
  "vector: its numbers, without a hash": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: its vector is not the one that was made of its text",
    replay: TABLES_ONLY,
  },
  "vector: that of another document": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: its vector is not the one that was made of its text",
    replay: TABLES_ONLY,
  },
  "vector: one is gone": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: it is marked as embedded and has no vector",
    replay: TABLES_ONLY,
  },
  "vector: one belongs to no document": {
    verify: NOT_QUICK,
    full: "vector 999 of the search index: it belongs to no document",
    replay: TABLES_ONLY,
  },
  "bits: those of a vector": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: its bits do not follow from its vector",
    replay: TABLES_ONLY,
  },
  "bits: one is gone": {
    verify: NOT_QUICK,
    full: "document truth/{Lastco} of local: its bits do not follow from its vector",
    replay: TABLES_ONLY,
  },
};
