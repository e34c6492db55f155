import type { Event } from "../event.ts";
import { type EventRow, eventsAfter, headOf, lastRowBy, rowAt, rowWithId, toEvent } from "../events/index.ts";
import type { Journal } from "../journal.ts";
import type { Sql } from "../sql.ts";

/** The log of one tenant as a transaction sees it. */
export function openJournal(sql: Sql, tenant: string): Journal {
  const read = (row: EventRow | undefined): Event | undefined => row && toEvent(row);
  return {
    head: async () => (await headOf(sql, tenant)).seq,
    at: async (seq) => read(await rowAt(sql, tenant, seq)),
    withId: async (id) => read(await rowWithId(sql, tenant, id)),
    after: (seq, limit) => eventsAfter(sql, tenant, seq, limit),
    lastBy: async (actor, before) => read(await lastRowBy(sql, tenant, actor, before)),
  };
}
