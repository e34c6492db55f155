import type { Cells } from "./cells.ts";
import type { Edits } from "./edit.ts";
import { BLOB_EDITS, DATABASE_EDITS, SIGNED_EDITS } from "./file-edits.ts";
import { BLOB_CELLS, DATABASE_CELLS, SIGNED_CELLS } from "./file-table.ts";
import { GOVERNANCE_EDITS } from "./governance-edits.ts";
import { GOVERNANCE_CELLS } from "./governance-table.ts";
import { DOCUMENT_EDITS, FINDING_EDITS } from "./index-edits.ts";
import { DOCUMENT_CELLS, FINDING_CELLS } from "./index-table.ts";
import { LOG_EDITS } from "./log-edits.ts";
import { LOG_CELLS } from "./log-table.ts";
import { TRUTH_ROWS, WORLD_ROWS } from "./row-edits.ts";
import { TRUTH_ROW_CELLS, WORLD_ROW_CELLS } from "./row-table.ts";

/** Kinds of edit that belong together. */
export interface Section {
  readonly title: string;
  readonly about: string;
  readonly edits: Edits;
  readonly table: Readonly<Record<string, Cells>>;
}

/** Every kind of edit, with what each command makes of it. */
export const SECTIONS: readonly Section[] = [
  {
    title: "Rows of the truth world",
    about: "Changed, deleted or planted behind the back of the product.",
    edits: TRUTH_ROWS,
    table: TRUTH_ROW_CELLS,
  },
  {
    title: "Rows of the other worlds",
    about: "Notes of the conformance world, the catalog of notebooks, what is noted of instructions.",
    edits: WORLD_ROWS,
    table: WORLD_ROW_CELLS,
  },
  {
    title: "Who may do what",
    about:
      "Permissions, approvals, users and what was used of limits. Tokens of clients (`oauth_artifact`, `oauth_connection`) and invitations (`account_ticket`) are as sessions are. Links that were revoked (`link_revocation`) are compared for the eight days that one may hold; the folder of this table is older.",
    edits: GOVERNANCE_EDITS,
    table: GOVERNANCE_CELLS,
  },
  {
    title: "Entries of the log",
    about: "Entry 6 was the last when the folder was verified; the log of the local user has 25.",
    edits: LOG_EDITS,
    table: LOG_CELLS,
  },
  {
    title: "Documents of the search index",
    about: "What is searched, and how much of it is counted.",
    edits: DOCUMENT_EDITS,
    table: DOCUMENT_CELLS,
  },
  {
    title: "Words and vectors of the search index",
    about: "What documents are found by, as SQLite keeps it.",
    edits: FINDING_EDITS,
    table: FINDING_CELLS,
  },
  { title: "Blobs", about: "Files that entries name by their hashes.", edits: BLOB_EDITS, table: BLOB_CELLS },
  {
    title: "Keys, checkpoints, witness.json and verified.json",
    about: "What is signed, and what signs.",
    edits: SIGNED_EDITS,
    table: SIGNED_CELLS,
  },
  {
    title: "The database as a file",
    about: "Whole files replaced, cut or removed, with the write-ahead log and the list of the schema's steps.",
    edits: DATABASE_EDITS,
    table: DATABASE_CELLS,
  },
];
