import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { At, AtIngested, EntityId, Limit, Offset, SourceId, Timestamp } from "../../../model/inputs.ts";
import { asOf } from "../../../model/time.ts";
import type { TimelineEvent, TimelineFilter } from "../../../model/timeline.ts";
import { NextOffset, TimelineAnswer, Truncated, timelineAnswer } from "../../../read/answers.ts";
import { fitList } from "../../../read/paging.ts";
import { timelineAt } from "../../../read/timeline-at.ts";
import type { Truth } from "../../../truth.ts";

const DAY_MS = 86_400_000;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

export const listTimelineEvents = defineTool({
  name: "list_timeline_events",
  title: "List timeline events",
  description: [
    "What happened when, from every date field of every entity: invoices due, tasks completed, contracts signed.",
    "Latest first, or with order asc the earliest; order next tells what is due from today on. Filter by event type, dates (both included), source or entity.",
    "With `at` or `at_ingested`, the timeline as it stood then, before dates were moved.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    event_type: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Such as InvoiceIssued, InvoiceDue, TaskDue, EventStart"),
    after_date: Timestamp.optional().describe("From this time on (ISO 8601)"),
    before_date: Timestamp.optional().describe("Up to this time, or to the end of this date (ISO 8601)"),
    source_id: SourceId.optional(),
    entity_id: EntityId.optional(),
    order: z
      .enum(["asc", "desc", "next"])
      .optional()
      .describe("next: from today on, the earliest first (default desc)"),
    limit: Limit,
    offset: Offset,
    at: At,
    at_ingested: AtIngested,
  }),
  output: z.object({
    events: z.array(TimelineAnswer),
    total: z.int(),
    truncated: Truncated,
    next_offset: NextOffset,
  }),
  async run(input, truth: Truth) {
    const { limit = 100, offset = 0 } = input;
    const order = input.order === "next" ? "asc" : (input.order ?? "desc");
    // What is due today is still to come: days are kept as their midnight.
    const today = input.order === "next" ? [Math.floor(truth.scope.env.now() / DAY_MS) * DAY_MS] : [];
    const after = input.after_date === undefined ? [] : [Date.parse(input.after_date)];
    const starts = [...today, ...after];
    const cutAt = asOf(input);
    const filter: TimelineFilter = {
      event_type: input.event_type,
      source_id: input.source_id,
      entity_id: await entityThen(truth, input.entity_id, cutAt?.atIngested),
      from: starts.length === 0 ? undefined : Math.max(...starts),
      until: input.before_date === undefined ? undefined : endOf(input.before_date),
    };
    const { events, total } =
      cutAt === undefined
        ? await truth.timeline.page(filter, { limit, offset, order })
        : pageOf(inOrder(await timelineAt(truth, cutAt, filter), order), limit, offset);
    const { items, cut } = fitList(events.map(timelineAnswer), offset);
    return { events: items, total, ...cut };
  },
});

function pageOf<Item>(all: readonly Item[], limit: number, offset: number): { events: Item[]; total: number } {
  return { events: all.slice(offset, offset + limit), total: all.length };
}

/** The table's order: by time, of one time by id, whichever way it is read. */
function inOrder(latestFirst: readonly TimelineEvent[], order: "asc" | "desc"): readonly TimelineEvent[] {
  if (order === "desc") return latestFirst;
  return [...latestFirst].sort((a, b) => a.event_timestamp - b.event_timestamp || (a.id < b.id ? -1 : 1));
}

async function entityThen(truth: Truth, id: string | undefined, atIngested: number | undefined) {
  return id === undefined ? undefined : (await truth.merges.standsFor([id], atIngested)).get(id);
}

function endOf(moment: string): number {
  return Date.parse(moment) + (DATE_ONLY.test(moment) ? DAY_MS - 1 : 0);
}
