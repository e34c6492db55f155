import { canonicalJson, type Event, type Finding, type Sql } from "../../../kernel/index.ts";
import { payloadOf, type Recorded } from "../model/recorded.ts";
import { createStores } from "../store/stores.ts";
import { isApplicable } from "./apply.ts";

/** Whether the row of an entry says what the entry says. */
export async function checkBuilding(event: Event, sql: Sql): Promise<Finding | undefined> {
  // A refusal and what is left of an erased entry have no row, and a check of a file stands in the log alone.
  if (!isApplicable(event) || payloadOf<Recorded>(event).branch_id === "") return undefined;
  const what = `building event ${event.id}`;
  const row = await createStores(sql, event.tenant).events.find(event.id);
  if (row === undefined) return { what, reason: `entry ${event.seq} made it, and it is not there` };
  const { branch_id, aggregate_id } = payloadOf<Recorded>(event);
  const due = [branch_id, aggregate_id, event.kind, event.at, event.reasoning, canonicalJson(event.payload)];
  const held = [row.branch_id, row.aggregate_id, row.kind, row.at, row.reasoning, row.payload];
  if (due.every((value, n) => value === held[n])) return undefined;
  return { what, reason: `it is not what entry ${event.seq} says` };
}
