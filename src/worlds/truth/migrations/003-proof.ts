import { type Migration, query } from "../../../kernel/index.ts";

const HASHED = [
  "truth_source",
  "truth_observation",
  "truth_entity",
  "truth_relationship",
  "truth_relationship_observation",
  "truth_timeline",
] as const;

/** Rows that know their own hash, answers whose hash the log holds, and sources whose content is erased. */
export const truthProof: Migration = {
  name: "truth-003-proof",
  up: (schema, { text, integer, raw }, dialect) => [
    // Rows from before get theirs when they are written next.
    ...HASHED.map((table) =>
      schema.alterTable(table).addColumn("row_hash", text, (column) => column.notNull().defaultTo("")),
    ),
    schema.alterTable("truth_source").addColumn("erased", integer, (column) => column.notNull().defaultTo(0)),

    // Answers that no entry of the log speaks of; whoever calls again is still answered from here.
    query`alter table truth_request rename to truth_request_before`,

    // What was answered under each idempotency key: the entry of the log gives the hash, the answer lies beside it.
    schema
      .createTable("truth_request")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("key_hash", text, (column) => column.notNull())
      .addColumn("payload_hash", text, (column) => column.notNull())
      // None where the answer was erased.
      .addColumn("answer_hash", text)
      .addColumn("answer", text)
      .addColumn("accepted_at", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("truth_request_hash_key", ["tenant_id", "key_hash"])
      .modifyEnd(raw(dialect === "sqlite" ? "without rowid" : "")),
  ],
};
