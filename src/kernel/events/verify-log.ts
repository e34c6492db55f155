import { canonicalJson } from "../canonical-json.ts";
import type { Event } from "../event.ts";
import { query } from "../query.ts";
import type { Sql } from "../sql.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { allHeads, type Head } from "./event-log.ts";
import { type EventRow, eventHash, GENESIS_HASH, toEvent } from "./event-row.ts";

/** The first entry that is not what it should be. */
export interface BadEntry {
  readonly tenant: string;
  readonly seq: number;
  /** The entry's id, or `?` where it is gone. */
  readonly id: string;
  readonly reason: string;
}

export interface LogReport {
  readonly entries: number;
  readonly tenants: number;
  readonly bad: BadEntry | undefined;
}

interface Position extends Head {
  readonly id: string;
}

/**
 * Walks every chain from its first entry and stops at the first that does not fit.
 * The chain alone finds careless edits; only a checkpoint kept elsewhere finds a log that was rewritten whole.
 */
export async function verifyLog(sql: Sql, checkpoint: Checkpoint | undefined): Promise<LogReport> {
  const heads = await allHeads(sql);
  const ends = new Map<string, Position>();
  let entries = 0;

  const report = (bad: BadEntry | undefined): LogReport => ({ entries, tenants: heads.size, bad });

  for await (const row of sql.each<EventRow>(query`select * from event order by tenant_id, seq`)) {
    entries += 1;
    const before = ends.get(row.tenant_id) ?? { seq: 0, hash: GENESIS_HASH, id: "" };
    const reason = wrongWith(row, before) ?? againstAnchors(row, checkpoint);
    if (reason !== undefined) return report({ tenant: row.tenant_id, seq: row.seq, id: row.id, reason });
    ends.set(row.tenant_id, { seq: row.seq, hash: row.hash, id: row.id });
  }
  return report(wrongEnds(ends, heads) ?? missingFrom(ends, checkpoint));
}

function wrongWith(row: EventRow, before: Head): string | undefined {
  if (row.seq !== before.seq + 1) return `follows entry ${before.seq}: entries are missing, repeated or out of order`;
  if (row.prev_hash !== before.hash) return "does not continue the entry before it";
  try {
    const event = toEvent(row);
    if (
      canonicalJson(event.payload) !== row.payload ||
      canonicalJson(event.actor) !== row.actor ||
      viaText(event) !== row.via
    ) {
      return "its content is not in canonical form";
    }
    if (eventHash(event) !== row.hash) return "its content does not match its hash";
  } catch {
    return "its content cannot be read";
  }
  return undefined;
}

/** As the writer writes it: absent, or in canonical form. */
function viaText({ via }: Event): string | null {
  return via ? canonicalJson(via) : null;
}

function againstAnchors(row: EventRow, checkpoint: Checkpoint | undefined): string | undefined {
  const log = checkpoint?.tenants[row.tenant_id];
  if (log === undefined) return undefined;
  const expected = row.seq === log.seq ? log.hash : log.anchors[String(row.seq)];
  if (expected === undefined || expected === row.hash) return undefined;
  const since = lastAnchorBefore(log.anchors, row.seq);
  return since === row.seq - 1
    ? "differs from the checkpoint"
    : `differs from the checkpoint: an entry from ${since + 1} to ${row.seq} was rewritten`;
}

function lastAnchorBefore(anchors: Readonly<Record<string, string>>, seq: number): number {
  return Object.keys(anchors).reduce((last, key) => (Number(key) < seq ? Math.max(last, Number(key)) : last), 0);
}

function wrongEnds(ends: ReadonlyMap<string, Position>, heads: ReadonlyMap<string, Head>): BadEntry | undefined {
  for (const [tenant, head] of heads) {
    const end = ends.get(tenant) ?? { seq: 0, hash: GENESIS_HASH, id: "?" };
    if (end.seq < head.seq)
      return { tenant, seq: end.seq + 1, id: "?", reason: `is gone: the log had ${head.seq} entries` };
    if (end.seq > head.seq)
      return { tenant, seq: end.seq, id: end.id, reason: `lies beyond the log's end at ${head.seq}` };
    if (end.hash !== head.hash)
      return { tenant, seq: end.seq, id: end.id, reason: "is not the entry the log ended with" };
  }
  for (const [tenant, end] of ends) {
    if (!heads.has(tenant)) return { tenant, seq: end.seq, id: end.id, reason: "belongs to a log without an end" };
  }
  return undefined;
}

function missingFrom(ends: ReadonlyMap<string, Position>, checkpoint: Checkpoint | undefined): BadEntry | undefined {
  for (const [tenant, log] of Object.entries(checkpoint?.tenants ?? {})) {
    const end = ends.get(tenant)?.seq ?? 0;
    if (end < log.seq)
      return { tenant, seq: end + 1, id: "?", reason: `is gone: the checkpoint saw ${log.seq} entries` };
  }
  return undefined;
}
