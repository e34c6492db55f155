import { query } from "../query.ts";
import type { Migration, Sql } from "../sql.ts";

/** An erasure whose words may still lie in the files of the database, in free pages or in its write-ahead log. */
export interface ScrubDue {
  readonly tenant_id: string;
  /** Of the entry that says what was erased. */
  readonly seq: number;
}

/** Written with the erasure and taken away once the files are clean: whoever is killed in between leaves a trace of it. */
export const scrubDueMigration: Migration = {
  name: "kernel-005-scrub-due",
  up: (schema, { text, integer }) => [
    schema
      .createTable("scrub_due")
      .addColumn("tenant_id", text, (column) => column.notNull())
      .addColumn("seq", integer, (column) => column.notNull())
      .addPrimaryKeyConstraint("scrub_due_key", ["tenant_id", "seq"]),
  ],
};

export async function noteScrubDue(sql: Sql, { tenant_id, seq }: ScrubDue): Promise<void> {
  await sql.run(query`insert into scrub_due (tenant_id, seq) values (${tenant_id}, ${seq})`);
}

export function scrubsDue(sql: Sql): Promise<ScrubDue[]> {
  return sql.all<ScrubDue>(query`select tenant_id, seq from scrub_due order by tenant_id, seq`);
}

export async function forgetScrubDue(sql: Sql, { tenant_id, seq }: ScrubDue): Promise<void> {
  await sql.run(query`delete from scrub_due where tenant_id = ${tenant_id} and seq = ${seq}`);
}
