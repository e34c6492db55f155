import type { SchemaModule } from "kysely";
import { INSTALLATION } from "../../installation.ts";
import { name, Query, query } from "../../query.ts";
import type { ColumnTypes, Migration } from "../../sql.ts";

/** What is indexed. Full-text and vector tables are derived from these rows and made when they are first needed. */
const searchTables: Migration = {
  name: "kernel-002-search",
  up: (schema, types, dialect) => {
    const { text, integer, raw } = types;
    const spaces = schema
      .createTable("search_space")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("space", text, (column) => column.notNull())
      .addColumn("number", integer, (column) => column.notNull())
      .addColumn("documents", integer, (column) => column.notNull())
      .addColumn("terms", integer, (column) => column.notNull())
      .addColumn("past", integer, (column) => column.notNull())
      .addColumn("pending", integer, (column) => column.notNull())
      .addColumn("model", text)
      .addPrimaryKeyConstraint("search_space_key", ["tenant_id", "space"]);
    const documents = schema
      .createTable("search_document")
      .addColumn("key", dialect === "sqlite" ? "integer" : "bigint", (column) =>
        dialect === "sqlite" ? column.primaryKey() : column.primaryKey().generatedByDefaultAsIdentity(),
      )
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("space", text, (column) => column.notNull())
      .addColumn("id", text, (column) => column.notNull())
      .addColumn("unit", text, (column) => column.notNull())
      .addColumn("text", text, (column) => column.notNull())
      .addColumn("group_id", text, (column) => column.notNull())
      .addColumn("position", integer, (column) => column.notNull())
      .addColumn("speaker", text)
      .addColumn("at", integer)
      .addColumn("filters", text, (column) => column.notNull())
      .addColumn("terms", integer, (column) => column.notNull())
      .addColumn("since", integer, (column) => column.notNull())
      .addColumn("until", integer)
      .addColumn("vector_model", text);
    const indexes = [
      schema.createIndex("search_document_id").on("search_document").columns(["tenant_id", "space", "id"]),
      schema
        .createIndex("search_document_place")
        .on("search_document")
        .columns(["tenant_id", "space", "group_id", "position"])
        // Only turns of a conversation are ranked with their neighbours.
        .where(raw("unit"), "=", raw("'turn'")),
      schema
        .createIndex("search_document_pending")
        .on("search_document")
        .columns(["tenant_id", "key"])
        .where(raw("vector_model"), "is", null),
    ];
    const lease = schema
      .createTable("search_lease")
      .addColumn("name", text, (column) => column.primaryKey())
      .addColumn("holder", text, (column) => column.notNull())
      .addColumn("until", integer, (column) => column.notNull());
    return [
      spaces,
      documents,
      ...indexes,
      lease,
      ...(dialect === "postgres" ? postings(schema, types) : vectors(schema, types)),
    ];
  },
};

/** PostgreSQL has no BM25: the terms of each document are kept, and the score is added up from them. */
function postings(schema: SchemaModule, { text, integer }: ColumnTypes) {
  return [
    schema
      .createTable("search_posting")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("space", text, (column) => column.notNull())
      .addColumn("term", text, (column) => column.notNull())
      .addColumn("key", integer, (column) => column.notNull())
      .addColumn("times", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("search_posting_key", ["tenant_id", "space", "term", "key"]),
    schema.createIndex("search_posting_document").on("search_posting").columns(["key"]),
  ];
}

/** Whole vectors for exact scores, and one bit per dimension for finding candidates: an eighth of a kilobyte each to scan. */
function vectors(schema: SchemaModule, { integer, bytes, raw }: ColumnTypes) {
  return [
    schema
      .createTable("search_vector")
      .addColumn("key", integer, (column) => column.primaryKey())
      .addColumn("embedding", bytes, (column) => column.notNull()),
    schema
      .createTable("search_bits")
      .addColumn("number", integer, (column) => column.notNull())
      .addColumn("key", integer, (column) => column.notNull())
      .addColumn("bits", bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint("search_bits_key", ["number", "key"])
      .modifyEnd(raw("without rowid")),
  ];
}

/** Collections and instructions were kept as the local user's once; they belong to the installation. */
const searchInstallation: Migration = {
  name: "kernel-003-search-installation",
  up(_schema, _types, dialect) {
    const move = (table: string) =>
      query`update ${name(table)} set tenant_id = ${INSTALLATION} where tenant_id = 'local' and ${MOVED}`;
    if (dialect === "sqlite") return [move("search_space"), move("search_document")];
    // The table of vectors is made when the first one is kept.
    const vectors = `do $$ begin if to_regclass('search_vector') is not null then
      update search_vector set tenant_id = '${INSTALLATION}' where tenant_id = 'local'
        and (space = 'instructions' or space like 'notebook/%'); end if; end $$`;
    return [move("search_space"), move("search_document"), move("search_posting"), new Query([vectors], [])];
  },
};

const MOVED = query`(space = 'instructions' or space like 'notebook/%')`;

export const searchTableMigrations: readonly Migration[] = [searchTables, searchInstallation];
