import type { Event } from "../../src/kernel/event.ts";
import { eventsAfter } from "../../src/kernel/events/index.ts";
import { EVERY_TENANT } from "../../src/kernel/installation.ts";
import type { Sql } from "../../src/kernel/sql.ts";
import type { Erased } from "../../src/kernel/world.ts";
import { truthWorld } from "../../src/worlds/truth/world.ts";
import { rebuiltRows } from "./derived-rows.ts";
import type { TestTruth } from "./truth.ts";

/** Plans an erasure for the local user, with the answers that are forgotten in the same transaction. */
export async function planErasure(truth: TestTruth, kind: "entity" | "source", id: string): Promise<Erased> {
  const database = await truth.parts.database();
  const erase = truthWorld.erases?.[kind];
  if (erase === undefined) throw new Error(`nothing of this kind is erased: ${kind}`);
  return database.write(EVERY_TENANT, async (sql) => {
    async function* entries(): AsyncIterable<Event> {
      for (const event of await eventsAfter(sql, "local", 0, 10_000)) if (event.kind !== "refused") yield event;
    }
    return erase({ kind, id }, { sql, tenant: "local", entries });
  });
}

/** What the log gives again once it has lost what was erased, and what of it `look` sees. */
export async function rowsAfter(
  truth: TestTruth,
  { entries }: Erased,
  look: (events: readonly Event[], sql: Sql) => Promise<void> = async () => {},
) {
  const events: Event[] = [];
  const change = (event: Event): Event => {
    const left = entries.get(event.seq);
    const changed = left === undefined ? event : { ...event, payload: left };
    if (changed.payload !== null) events.push(changed);
    return changed;
  };
  return rebuiltRows(truth, change, (sql) => look(events, sql));
}
