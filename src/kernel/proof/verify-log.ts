import { refuseCancelled } from "../cancel.ts";
import type { Event } from "../event.ts";
import {
  allHeads,
  bodyHash,
  type EventRow,
  entryHash,
  eventsOfLog,
  everyTenant,
  formerHash,
  GENESIS_HASH,
  type Head,
  rowAt,
  rowsAfter,
  toEvent,
} from "../events/index.ts";
import type { Sql } from "../sql.ts";
import type { AnyCheckpoint } from "./checkpoint.ts";
import { createComparison } from "./compare-checkpoint.ts";
import { type Erasures, erasuresOf } from "./erasure.ts";

const ROWS_PER_STEP = 500;

/** The first entry that is not what it should be. */
export interface BadEntry {
  readonly tenant: string;
  readonly seq: number;
  /** The entry's id, or `?` where it is gone. */
  readonly id: string;
  readonly reason: string;
}

export interface LogReport {
  /** How many entries the log has, and how many were looked at. */
  readonly entries: number;
  readonly checked: number;
  readonly tenants: number;
  readonly bad: BadEntry | undefined;
}

export interface VerifyLogOptions {
  readonly checkpoint?: AnyCheckpoint | undefined;
  /** Where earlier verifications ended, by tenant: what comes before is not looked at again. */
  readonly verified?: ReadonlyMap<string, Head>;
  readonly signal: AbortSignal;
  /** Told of entries that are good, in order. */
  onEntries(entries: readonly Event[]): Promise<void>;
}

interface Position extends Head {
  readonly id: string;
  /** The hash of the last entry in the first format. */
  readonly former: string;
}

const START: Position = { seq: 0, hash: GENESIS_HASH, id: "?", former: GENESIS_HASH };

/**
 * Walks every chain and stops at the first entry that does not fit. The chain alone finds careless edits; only a
 * checkpoint kept elsewhere finds a log that was rewritten whole.
 */
export async function verifyLog(sql: Sql, options: VerifyLogOptions): Promise<LogReport> {
  const heads = await allHeads(sql);
  const tenants = await everyTenant(sql);
  let [entries, checked] = [0, 0];
  let bad: BadEntry | undefined;
  for (const tenant of new Set([...tenants, ...tenantsOf(options.checkpoint)])) {
    const walked = await verifyTenant(sql, tenant, heads.get(tenant), options);
    entries += walked.entries;
    checked += walked.checked;
    bad ??= walked.bad;
    if (bad !== undefined) break;
  }
  return { entries, checked, tenants: tenants.length, bad };
}

function tenantsOf(checkpoint: AnyCheckpoint | undefined): string[] {
  return Object.keys(checkpoint === undefined ? {} : "logs" in checkpoint ? checkpoint.logs : checkpoint.tenants);
}

async function verifyTenant(
  sql: Sql,
  tenant: string,
  head: Head | undefined,
  { checkpoint, verified, signal, onEntries }: VerifyLogOptions,
): Promise<{ entries: number; checked: number; bad: BadEntry | undefined }> {
  const comparison = createComparison(checkpoint, tenant);
  const known = verified?.get(tenant);
  const from = known && (await rowAt(sql, tenant, known.seq));
  if (known !== undefined && known.seq > 0 && from?.hash !== known.hash) {
    const reason = "is not the entry that was verified earlier";
    return { entries: 0, checked: 0, bad: { tenant, seq: known.seq, id: from?.id ?? "?", reason } };
  }
  let end: Position =
    from === undefined
      ? START
      : { seq: from.seq, hash: from.hash, id: from.id, former: from.former_hash ?? GENESIS_HASH };
  let checked = 0;
  const report = (bad: BadEntry | undefined) => ({ entries: end.seq, checked, bad });
  const erasures = erasuresOf(await eventsOfLog(sql, tenant));
  for (;;) {
    refuseCancelled(signal);
    const rows = await rowsAfter(sql, tenant, end.seq, ROWS_PER_STEP);
    if (rows.length === 0) break;
    for (const row of rows) {
      checked += 1;
      const reason = wrongWith(row, end, erasures) ?? comparison.wrongWith(row);
      if (reason !== undefined) return report({ tenant, seq: row.seq, id: row.id, reason });
      end = { seq: row.seq, hash: row.hash, id: row.id, former: row.former_hash ?? end.former };
    }
    await onEntries(rows.map(toEvent));
  }
  const reason = comparison.missingAfter(end.seq);
  const missing = reason === undefined ? undefined : { tenant, seq: end.seq + 1, id: "?", reason };
  return report(wrongEnd(tenant, end, head) ?? missing);
}

function wrongWith(row: EventRow, before: Position, erasures: Erasures): string | undefined {
  if (row.seq !== before.seq + 1) return `follows entry ${before.seq}: entries are missing, repeated or out of order`;
  if (row.prev_hash !== before.hash) return "does not continue the entry before it";
  if (entryHash(row) !== row.hash) return "its content does not match its hash";
  const body = bodyHash(row.salt, row.payload, row.reasoning);
  const erased = erasures.get(row.seq);
  if (erased === undefined) {
    if (row.erased_by !== null) return "is marked as erased, and no entry says so";
    if (body !== row.body_hash) return "its content does not match its hash";
    if (row.former_hash !== null && formerHash(row, before.former) !== row.former_hash) {
      return "its content does not match the hash it had in the first format";
    }
  } else {
    if (row.erased_by !== erased.by) return `was erased by entry ${erased.by}, and does not say so`;
    if (body !== erased.left_hash) return `is not what entry ${erased.by} left of it`;
  }
  return isReadable(row) ? undefined : "its content cannot be read";
}

function isReadable(row: EventRow): boolean {
  try {
    toEvent(row);
    return true;
  } catch {
    return false;
  }
}

function wrongEnd(tenant: string, end: Position, head: Head | undefined): BadEntry | undefined {
  const { seq, id } = end;
  if (head === undefined) return seq === 0 ? undefined : { tenant, seq, id, reason: "belongs to a log without an end" };
  if (seq < head.seq) return { tenant, seq: seq + 1, id: "?", reason: `is gone: the log had ${head.seq} entries` };
  if (seq > head.seq) return { tenant, seq, id, reason: `lies beyond the log's end at ${head.seq}` };
  return end.hash === head.hash ? undefined : { tenant, seq, id, reason: "is not the entry the log ended with" };
}
