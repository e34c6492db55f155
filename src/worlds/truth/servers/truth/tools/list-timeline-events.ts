import { z } from "zod";
import { defineTool } from "../../../../../kernel/index.ts";
import { At, AtIngested, EntityId, Limit, Offset, SourceId, Timestamp } from "../../../model/inputs.ts";
import { asOf } from "../../../model/time.ts";
import type { TimelineFilter } from "../../../model/timeline.ts";
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
    "Latest first. Filter by event type, dates (both included), source or entity.",
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
    after_date: Timestamp.optional().describe("From this date or time on (ISO 8601)"),
    before_date: Timestamp.optional().describe("Up to this time, or to the end of this date (ISO 8601)"),
    source_id: SourceId.optional(),
    entity_id: EntityId.optional(),
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
    const cutAt = asOf(input);
    const filter: TimelineFilter = {
      event_type: input.event_type,
      source_id: input.source_id,
      entity_id: await entityThen(truth, input.entity_id, cutAt?.atIngested),
      from: input.after_date === undefined ? undefined : Date.parse(input.after_date),
      until: input.before_date === undefined ? undefined : endOf(input.before_date),
    };
    const { events, total } =
      cutAt === undefined
        ? await truth.timeline.page(filter, { limit, offset })
        : pageOf(await timelineAt(truth, cutAt, filter), limit, offset);
    const { items, cut } = fitList(events.map(timelineAnswer), offset);
    return { events: items, total, ...cut };
  },
});

function pageOf<Item>(all: readonly Item[], limit: number, offset: number): { events: Item[]; total: number } {
  return { events: all.slice(offset, offset + limit), total: all.length };
}

async function entityThen(truth: Truth, id: string | undefined, atIngested: number | undefined) {
  return id === undefined ? undefined : (await truth.merges.standsFor([id], atIngested)).get(id);
}

function endOf(moment: string): number {
  return Date.parse(moment) + (DATE_ONLY.test(moment) ? DAY_MS - 1 : 0);
}
