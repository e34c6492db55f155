import type { Edits } from "./edit.ts";

const DOCUMENT = "space = 'truth' and text like 'Lastco%'";
const KEY = `(select key from search_document where ${DOCUMENT})`;

/** Documents: the same on both engines. */
export const DOCUMENT_EDITS = {
  "document: its text": `update search_document set text = 'Lastco company gold' where ${DOCUMENT}`,
  "document: its time": `update search_document set at = 1 where space = 'truth_sources' and text like 'Met%'`,
  "document: its filters": `update search_document set filters = '{}' where ${DOCUMENT}`,
  "document: it has ended": `update search_document set until = since + 1 where ${DOCUMENT}`,
  "document: one of the past says something else": `update search_document set text = 'Goneco company fire'
    where space = 'truth_past' and text like 'Goneco%'`,
  "document: it is given to another user": `update search_document set tenant_id = 'ada' where ${DOCUMENT}`,
  "document: one is gone": `delete from search_document where ${DOCUMENT}`,
  "document: one is planted": `insert into search_document (tenant_id, space, id, unit, text, group_id, position, filters, terms, since)
    values ('local', 'truth', 'planted', 'entity', 'Plantedco', 'planted', 0, '{}', 1, 1)`,
  "document: of a notebook, its text": `update search_document set text = 'Beans are wet.' where text like 'Beans%'`,
  "document: of an instruction, its text": `update search_document set text = 'No tests.'
    where space = 'instructions' and id = 'tests'`,
  "space: how many documents it has": `update search_space set documents = documents + 1 where tenant_id = 'local' and space = 'truth'`,
  "space: how many words it has": `update search_space set terms = terms + 1 where tenant_id = 'local' and space = 'truth'`,
  "space: its counts are gone": `delete from search_space where tenant_id = 'local' and space = 'truth'`,
} as const satisfies Edits;

/** What SQLite keeps to find them by. */
export const FINDING_EDITS = {
  "words: those of a document are gone": `delete from search_text_1 where rowid = ${KEY}`,
  "words: a document is found by others": [
    `delete from search_text_1 where rowid = ${KEY}`,
    `insert into search_text_1 (rowid, body) values (${KEY}, 'lastco company gold')`,
  ],
  "words: the tables of the text index are emptied": `delete from search_text_1_data where id > 10`,
  "words: the length of a document": `update search_text_1_docsize set sz = x'07' where id = ${KEY}`,
  "vector: its numbers": `update search_vector set embedding = zeroblob(256) where key = ${KEY}`,
  "vector: its numbers and its hash": `update search_vector set embedding = zeroblob(256), hash = zeroblob(32) where key = ${KEY}`,
  "vector: its numbers, without a hash": `update search_vector set embedding = zeroblob(256), hash = null where key = ${KEY}`,
  "vector: that of another document": `update search_vector set (embedding, hash) =
    (select embedding, hash from search_vector where key <> ${KEY} limit 1) where key = ${KEY}`,
  "vector: one is gone": `delete from search_vector where key = ${KEY}`,
  "vector: one belongs to no document": `insert into search_vector select 999, embedding, hash from search_vector where key = ${KEY}`,
  "bits: those of a vector": `update search_bits set bits = zeroblob(8) where key = ${KEY}`,
  "bits: one is gone": `delete from search_bits where key = ${KEY}`,
} as const satisfies Edits;
