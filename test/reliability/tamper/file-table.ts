import {
  ANSWERS_NOTHING,
  LESS_AND_TRUE,
  NO_CHECKPOINT,
  NOT_NEEDED,
  ONLY_A_CHECKPOINT,
  SAME_TABLES,
  TABLES_ONLY,
  type Table,
  UNREAD_PAGE,
} from "./cells.ts";
import type { BLOB_EDITS, DATABASE_EDITS, SIGNED_EDITS } from "./file-edits.ts";

export const BLOB_CELLS: Table<keyof typeof BLOB_EDITS> = {
  "one is deleted": {
    verify: "blob {file of entry 8} of tenant local: is missing",
    full: "blob {file of entry 8} of tenant local: is missing",
    replay: TABLES_ONLY,
  },
  "all are deleted": {
    verify: "blob {file of entry 7} of tenant local: is missing",
    full: "blob {file of entry 7} of tenant local: is missing",
    replay: TABLES_ONLY,
  },
  "one byte is another": {
    verify: "blob {file of entry 8} of tenant local: its content does not match its name",
    full: "blob {file of entry 8} of tenant local: its content does not match its name",
    replay: TABLES_ONLY,
  },
  "a byte is put after its end": {
    verify: "blob {file of entry 8} of tenant local: its content does not match its name",
    full: "blob {file of entry 8} of tenant local: its content does not match its name",
    replay: TABLES_ONLY,
  },
  "one is empty": {
    verify: "blob {file of entry 8} of tenant local: its content does not match its name",
    full: "blob {file of entry 8} of tenant local: its content does not match its name",
    replay: TABLES_ONLY,
  },
  "one has the content of another": {
    verify: "blob {file of entry 8} of tenant local: its content does not match its name",
    full: "blob {file of entry 8} of tenant local: its content does not match its name",
    replay: TABLES_ONLY,
  },
  "one is a link to its content elsewhere": {
    verify: "blob {file of entry 8} of tenant local: something else than a file is in its place",
    full: "blob {file of entry 8} of tenant local: something else than a file is in its place",
    replay: TABLES_ONLY,
  },
  "one is a folder": {
    verify: "blob {file of entry 8} of tenant local: something else than a file is in its place",
    full: "blob {file of entry 8} of tenant local: something else than a file is in its place",
    replay: TABLES_ONLY,
  },
  "one lies there that no entry names": { verify: ANSWERS_NOTHING, full: ANSWERS_NOTHING, replay: TABLES_ONLY },
  "those of one user are given to another": {
    verify: "blob {file of entry 7} of tenant local: is missing",
    full: "blob {file of entry 7} of tenant local: is missing",
    replay: TABLES_ONLY,
  },
};

export const SIGNED_CELLS: Table<keyof typeof SIGNED_EDITS> = {
  "the signing key is a stranger's": {
    verify: "file verified.json: its signature does not fit its content: run `bailiwick verify --full`",
    full: "file witness.json: its signature does not fit its content",
    checkpoint: "The checkpoint is signed with a key that is not trusted here: give the right one with --key. …",
    replay: TABLES_ONLY,
  },
  "the signing key is no key": {
    verify: "The signing key in the data folder can be neither read nor made. …",
    full: "The signing key in the data folder can be neither read nor made. …",
    replay: TABLES_ONLY,
  },
  "the keys are deleted": {
    verify: "file verified.json: its signature does not fit its content: run `bailiwick verify --full`",
    full: "file witness.json: its signature does not fit its content",
    replay: TABLES_ONLY,
  },
  "the checkpoint says something else": {
    verify: NO_CHECKPOINT,
    full: NO_CHECKPOINT,
    checkpoint: "The checkpoint's signature does not fit its content: the file was changed. …",
    replay: NO_CHECKPOINT,
  },
  "the checkpoint is signed by a stranger, and names their key": {
    verify: NO_CHECKPOINT,
    full: NO_CHECKPOINT,
    checkpoint: "The checkpoint is signed with a key that is not trusted here: give the right one with --key. …",
    replay: NO_CHECKPOINT,
  },
  "the checkpoint is signed by a stranger whose key lies in the folder": {
    verify: "file verified.json: its signature does not fit its content: run `bailiwick verify --full`",
    full: "file witness.json: its signature does not fit its content",
    replay: NO_CHECKPOINT,
  },
  "the checkpoint is cut short": {
    verify: NO_CHECKPOINT,
    full: NO_CHECKPOINT,
    checkpoint: "The checkpoint file is not JSON. …",
    replay: NO_CHECKPOINT,
  },
  "the checkpoint claims to be of the first format": {
    verify: NO_CHECKPOINT,
    full: NO_CHECKPOINT,
    checkpoint: "The checkpoint's signature does not fit its content: the file was changed. …",
    replay: NO_CHECKPOINT,
  },
  "the checkpoint is another installation's": {
    verify: NO_CHECKPOINT,
    full: NO_CHECKPOINT,
    checkpoint: "The checkpoint is signed with a key that is not trusted here: give the right one with --key. …",
    replay: NO_CHECKPOINT,
  },
  "the witness says something else": {
    verify: "file witness.json: its signature does not fit its content",
    full: "file witness.json: its signature does not fit its content",
    replay: TABLES_ONLY,
  },
  "the witness is signed by a stranger": {
    verify: "file witness.json: its signature does not fit its content",
    full: "file witness.json: its signature does not fit its content",
    replay: TABLES_ONLY,
  },
  "the witness is no JSON": {
    verify: "file witness.json: its content is not what was written there",
    full: "file witness.json: its content is not what was written there",
    replay: TABLES_ONLY,
  },
  "the witness is deleted": {
    verify: "file witness.json: it is gone, so entries may be missing at the end: compare with a checkpoint",
    full: "file witness.json: it is gone, so entries may be missing at the end: compare with a checkpoint",
    replay: TABLES_ONLY,
  },
  "the witness is a folder": {
    verify: "file witness.json: it cannot be read",
    full: "file witness.json: it cannot be read",
    replay: TABLES_ONLY,
  },
  "the witness is an older one": { verify: LESS_AND_TRUE, full: LESS_AND_TRUE, replay: TABLES_ONLY },
  "what was verified says something else": {
    verify: "file verified.json: its signature does not fit its content: run `bailiwick verify --full`",
    full: NOT_NEEDED,
    replay: TABLES_ONLY,
  },
  "what was verified is signed by a stranger": {
    verify: "file verified.json: its signature does not fit its content: run `bailiwick verify --full`",
    full: NOT_NEEDED,
    replay: TABLES_ONLY,
  },
  "what was verified is deleted": { verify: NOT_NEEDED, full: NOT_NEEDED, replay: TABLES_ONLY },
};

export const DATABASE_CELLS: Table<keyof typeof DATABASE_EDITS> = {
  "it is removed": {
    verify: "database: the database is gone: the witness beside it saw 41 entries",
    full: "database: the database is gone: the witness beside it saw 41 entries",
    replay: "The data folder holds no database yet. …",
  },
  "it is an empty file": {
    verify: "database: the database is gone: the witness beside it saw 41 entries",
    full: "database: the database is gone: the witness beside it saw 41 entries",
    replay: "The database is empty. …",
  },
  "it is cut short": {
    verify: "database: the database is too damaged to be opened (SQLITE_CORRUPT): the witness beside it saw 41 entries",
    full: "database: the database is too damaged to be opened (SQLITE_CORRUPT): the witness beside it saw 41 entries",
    replay: "The database file is damaged (sqlite: SQLITE_CORRUPT). …",
  },
  "it is no database": {
    verify: "database: the database is too damaged to be opened (SQLITE_NOTADB): the witness beside it saw 41 entries",
    full: "database: the database is too damaged to be opened (SQLITE_NOTADB): the witness beside it saw 41 entries",
    replay: "The database file is damaged (sqlite: SQLITE_NOTADB). …",
  },
  "a page of it is zeros": { verify: UNREAD_PAGE, full: "database: …", replay: SAME_TABLES },
  "it is an older copy": {
    verify: "entry: tenant ada seq 2 id ?: is gone: the witness saw 2 entries",
    full: "entry: tenant ada seq 2 id ?: is gone: the witness saw 2 entries",
    checkpoint: "entry: tenant ada seq 2 id ?: is gone: the checkpoint saw 2 entries",
    replay: SAME_TABLES,
  },
  "it is a new one without entries": {
    verify: "entry: tenant ada seq 1 id ?: is gone: the witness saw 2 entries",
    full: "entry: tenant ada seq 1 id ?: is gone: the witness saw 2 entries",
    checkpoint: "entry: tenant ada seq 1 id ?: is gone: the checkpoint saw 2 entries",
    replay: SAME_TABLES,
  },
  "it is another installation's": {
    verify: "entry: tenant local seq 6 id ?: is not the entry that was verified earlier",
    full: "entry: tenant ada seq 1 id ?: is gone: the witness saw 2 entries",
    checkpoint: "entry: tenant local seq 1 id …: differs from the checkpoint",
    replay: SAME_TABLES,
  },
  "the whole folder is another installation's": {
    verify: ONLY_A_CHECKPOINT,
    full: ONLY_A_CHECKPOINT,
    checkpoint: "The checkpoint is signed with a key that is not trusted here: give the right one with --key. …",
    replay: SAME_TABLES,
  },
  "the whole folder is an older copy": {
    verify: ONLY_A_CHECKPOINT,
    full: ONLY_A_CHECKPOINT,
    checkpoint: "entry: tenant ada seq 2 id ?: is gone: the checkpoint saw 2 entries",
    replay: SAME_TABLES,
  },
  "the write-ahead log is deleted, with entries in it": {
    verify: "entry: tenant ada seq 1 id ?: is gone: the witness saw 2 entries",
    full: "entry: tenant ada seq 1 id ?: is gone: the witness saw 2 entries",
    checkpoint: "entry: tenant ada seq 1 id ?: is gone: the checkpoint saw 2 entries",
    replay: SAME_TABLES,
  },
  "the write-ahead log is an older one": {
    verify: "entry: tenant local seq 22 id ?: is gone: the witness saw 25 entries",
    full: "entry: tenant local seq 22 id ?: is gone: the witness saw 25 entries",
    checkpoint: "entry: tenant local seq 22 id ?: is gone: the checkpoint saw 25 entries",
    replay: SAME_TABLES,
  },
  "the write-ahead log is cut short": {
    verify: "entry: tenant ada seq 2 id ?: is gone: the witness saw 2 entries",
    full: "entry: tenant ada seq 2 id ?: is gone: the witness saw 2 entries",
    checkpoint: "entry: tenant ada seq 2 id ?: is gone: the checkpoint saw 2 entries",
    replay: SAME_TABLES,
  },
  "a step of the schema is said not to be done": {
    verify:
      "The tables of the database are not those that its list of migrations speaks of (migration: truth-002-winners). …",
    full: "The tables of the database are not those that its list of migrations speaks of (migration: truth-002-winners). …",
    replay:
      "The tables of the database are not those that its list of migrations speaks of (migration: truth-002-winners). …",
  },
  "a step of the schema is said to be done that is unknown": {
    verify: "The database was made by a newer version (migrations: truth-999-planted). …",
    full: "The database was made by a newer version (migrations: truth-999-planted). …",
    replay: "The database was made by a newer version (migrations: truth-999-planted). …",
  },
  "the list of the schema's steps is gone": {
    verify: "The database has tables but no list of migrations, or is not Bailiwick's. …",
    full: "The database has tables but no list of migrations, or is not Bailiwick's. …",
    replay: "The database has tables but no list of migrations, or is not Bailiwick's. …",
  },
};
