import type { Env } from "../env.ts";
import { LOG_SERVER } from "../event.ts";
import { query } from "../query.ts";
import type { Migration, Sql } from "../sql.ts";
import { bodyHash, entryHash, GENESIS_HASH } from "./entry-hash.ts";
import { allHeads, appendEvent, eventsOfLog, type Head, moveHead, newSalt } from "./event-log.ts";
import type { EventRow } from "./event-row.ts";
import { scrubDueMigration } from "./scrub-due.ts";

const ROWS_PER_STEP = 500;

/** Says that a log was brought into the format that can forget, and where it ended before and after. */
export const BROUGHT_OVER = "log.brought_over";

/**
 * The second format of the log: an entry binds its body by a salted hash. Entries of the first format keep the hash
 * they had, which the new one covers: so a checkpoint of that time can still be compared.
 */
const saltedBodies: Migration = {
  name: "kernel-004-salted-bodies",
  up: (schema, { text, integer, raw }) => [
    schema.alterTable("event").addColumn("salt", text, (column) => column.notNull().defaultTo("")),
    schema.alterTable("event").addColumn("body_hash", text, (column) => column.notNull().defaultTo("")),
    schema.alterTable("event").addColumn("former_hash", text),
    schema.alterTable("event").addColumn("erased_by", integer),
    // Few entries are about the log itself; verification looks for them.
    schema
      .createIndex("event_of_log")
      .on("event")
      .columns(["tenant_id", "seq"])
      .where(raw("server"), "=", raw(`'${LOG_SERVER}'`)),
  ],
  async after(sql, env) {
    for (const [tenant, former] of await allHeads(sql)) {
      const head = await bringOver(sql, env, tenant);
      await moveHead(sql, tenant, head);
      await sayBroughtOver(sql, env, tenant, former, head);
    }
  },
};

export const logMigrations: readonly Migration[] = [saltedBodies, scrubDueMigration];

/** An entry's time is that of its beginning; what follows from it was written a moment later. */
const MOMENT_MS = 2000;

/** By when all that was written before a tenant's log was brought over; 0 where it was not. */
export async function broughtOverAt(sql: Sql, tenant: string): Promise<number> {
  const over = (await eventsOfLog(sql, tenant)).find(({ kind }) => kind === BROUGHT_OVER);
  if (over === undefined) return 0;
  // The clock may have been set back since.
  const before = await sql.first<{ at: number | null }>(
    query`select max(at) as at from event where tenant_id = ${tenant} and seq < ${over.seq}`,
  );
  return Math.max(over.at, (before?.at ?? 0) + MOMENT_MS);
}

/** Nothing is judged here: what did not fit before does not fit its former hash afterwards either. */
async function bringOver(sql: Sql, env: Env, tenant: string): Promise<Head> {
  let head: Head = { seq: 0, hash: GENESIS_HASH };
  for (;;) {
    const rows = await sql.all<EventRow>(
      query`select * from event where tenant_id = ${tenant} and seq > ${head.seq} order by seq limit ${ROWS_PER_STEP}`,
    );
    if (rows.length === 0) return head;
    for (const row of rows) {
      const salt = newSalt(env);
      const body_hash = bodyHash(salt, row.payload, row.reasoning);
      const hash = entryHash({ ...row, body_hash, former_hash: row.hash, prev_hash: head.hash });
      await sql.run(query`update event set salt = ${salt}, body_hash = ${body_hash}, former_hash = ${row.hash},
        prev_hash = ${head.hash}, hash = ${hash} where tenant_id = ${tenant} and seq = ${row.seq}`);
      head = { seq: row.seq, hash };
    }
  }
}

async function sayBroughtOver(sql: Sql, env: Env, tenant: string, former: Head, head: Head): Promise<void> {
  const actor = { user: tenant, agent: null, client: "bailiwick" };
  await appendEvent(
    sql,
    env,
    { tenant, server: LOG_SERVER, tool: "bring_over", actor, approvalId: null },
    { kind: BROUGHT_OVER, payload: { format: 2, entries: head.seq, former_head: former.hash, head: head.hash } },
  );
}
