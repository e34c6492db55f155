import { Query } from "../../query.ts";
import type { Migration } from "../../sql.ts";

const KEYED = `alter table search_document drop constraint if exists search_document_pkey,
  add constraint search_document_key primary key (tenant_id, key)`;

const POSTINGS = `create table search_posting (tenant_id text collate "C" not null, space text collate "C" not null,
  term text collate "C" not null, chunk bigint not null, places bytea not null,
  constraint search_posting_key primary key (tenant_id, space, term, chunk)) with (fillfactor = 80)`;

const NUMBERED = "alter table search_document alter column key drop identity if exists";

// The table of vectors is made when the first one is kept.
const VECTORS = `do $$ begin if to_regclass('search_vector') is not null then
  alter table search_vector drop constraint if exists search_vector_pkey,
    add constraint search_vector_key primary key (tenant_id, key); end if; end $$`;

const ONE_ROW_A_CHUNK = [NUMBERED, KEYED, "drop table search_posting", POSTINGS, VECTORS];

/**
 * On PostgreSQL each tenant numbers its own documents, so that its rows can lie on a server of their own; and the places
 * of a term stand together. A later step writes the words of what is there. SQLite has one file for all.
 */
export const tenantKeys: Migration = {
  name: "kernel-009-search-tenant-keys",
  up: (schema, { text, integer }, dialect) => [
    // Which process makes the vector of which document; nothing in it lasts.
    schema.dropTable("search_lease"),
    schema
      .createTable("search_claim")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("key", integer, (column) => column.notNull())
      .addColumn("holder", text, (column) => column.notNull())
      .addColumn("until", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("search_claim_key", ["tenant_id", "key"]),
    ...(dialect === "sqlite" ? [] : ONE_ROW_A_CHUNK).map((text) => new Query([text], [])),
  ],
};
