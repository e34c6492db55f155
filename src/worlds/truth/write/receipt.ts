import { z } from "zod";
import type { Event } from "../../../kernel/index.ts";
import { isoTime } from "../model/time.ts";

/** What proves that something was done: its entry in the tamper-evident log. */
export const Receipt = z
  .object({ event_id: z.string(), seq: z.int(), hash: z.string(), recorded_at: z.string() })
  .describe("The entry of the log; `verify` finds it there unchanged");

export function receiptOf(event: Event) {
  return { event_id: event.id, seq: event.seq, hash: event.hash, recorded_at: isoTime(event.at) };
}
