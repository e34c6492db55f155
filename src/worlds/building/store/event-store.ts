import { batchesOf, list, query, type Sql } from "../../../kernel/index.ts";

/** An entry of the log as its branch knows it. */
export interface BranchEvent {
  readonly branch_id: string;
  /** Its place in its branch. */
  readonly seq: number;
  readonly event_id: string;
  readonly kind: string;
  readonly aggregate_id: string;
  readonly command_id: string;
  readonly tool: string;
  readonly at: number;
  readonly user_name: string;
  readonly agent: string | null;
  readonly reasoning: string | null;
  readonly approval_id: string | null;
  /** Canonical JSON. */
  readonly payload: string;
  /** The entry that undid it. */
  readonly undone_by: string | null;
}

/** No event has this place: a list of places is never empty. */
const NO_SEQ = -1;

export type EventStore = ReturnType<typeof createEventStore>;

/** The only file that knows the table of a branch's events. */
export function createEventStore(sql: Sql, tenant: string) {
  return {
    find: (eventId: string) =>
      sql.first<BranchEvent>(query`select * from building_event where tenant_id = ${tenant} and event_id = ${eventId}`),

    at: (branchId: string, seq: number) =>
      sql.first<BranchEvent>(query`select * from building_event
        where tenant_id = ${tenant} and branch_id = ${branchId} and seq = ${seq}`),

    /** A page in order, of all events or of those at some places. */
    page: (branchId: string, afterSeq: number, limit: number, seqs?: readonly number[]) =>
      sql.all<BranchEvent>(query`select * from building_event where tenant_id = ${tenant} and branch_id = ${branchId}
        and seq > ${afterSeq} ${seqs === undefined ? query`` : query`and seq in (${list([...seqs, NO_SEQ])})`}
        order by seq limit ${limit}`),

    /** All entries that one call left on a branch, in order. */
    ofCommand: (branchId: string, commandId: string) =>
      sql.all<BranchEvent>(query`select * from building_event where tenant_id = ${tenant}
        and branch_id = ${branchId} and command_id = ${commandId} order by seq`),

    /** The last entry of some kinds that was not undone. */
    lastStanding: (branchId: string, kinds: readonly string[]) =>
      sql.first<BranchEvent>(query`select * from building_event where tenant_id = ${tenant} and branch_id = ${branchId}
        and undone_by is null and kind in (${list(kinds)}) order by seq desc limit 1`),

    /** The entries of one kind, newest first. */
    ofKind: (branchId: string, kind: string) =>
      sql.all<BranchEvent>(query`select * from building_event where tenant_id = ${tenant} and branch_id = ${branchId}
        and kind = ${kind} order by seq desc`),

    /** The first entry about something, of some kinds, on any branch. */
    about: (aggregateId: string, kinds: readonly string[]) =>
      sql.first<BranchEvent>(query`select * from building_event where tenant_id = ${tenant}
        and aggregate_id = ${aggregateId} and kind in (${list(kinds)}) order by seq limit 1`),

    async insert(event: Omit<BranchEvent, "undone_by">): Promise<void> {
      await sql.run(query`insert into building_event (tenant_id, branch_id, seq, event_id, kind, aggregate_id, command_id,
          tool, at, user_name, agent, reasoning, approval_id, payload)
        values (${tenant}, ${event.branch_id}, ${event.seq}, ${event.event_id}, ${event.kind}, ${event.aggregate_id},
          ${event.command_id}, ${event.tool}, ${event.at}, ${event.user_name}, ${event.agent}, ${event.reasoning},
          ${event.approval_id}, ${event.payload})`);
    },

    async markUndone(eventIds: readonly string[], by: string | null): Promise<void> {
      for (const some of batchesOf(eventIds)) {
        await sql.run(query`update building_event set undone_by = ${by}
          where tenant_id = ${tenant} and event_id in (${list(some)})`);
      }
    },
  };
}
