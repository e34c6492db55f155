import { z } from "zod";
import { defineTool, firstFitting, type JsonObject } from "../../../../../kernel/index.ts";
import type { Building } from "../../../building.ts";
import { uuidOf } from "../../../model/ids.ts";
import { WHERE } from "../../../model/parameters/inputs.ts";
import type { BranchEvent } from "../../../store/event-store.ts";

export const getEventLog = defineTool({
  name: "get_event_log",
  title: "Read the event log",
  description: [
    "What happened on a branch, in order: what, by whom, why, and with which approval. Of one element with element_id, also what a deletion, a merge or an undo did to it.",
    "Payloads are as they are kept: lengths in metres. Go on with after_seq.",
  ].join("\n"),
  effect: "read",
  input: z.object({
    element_id: z.string().min(1).max(200).optional(),
    after_seq: z.int().min(0).default(0),
    limit: z.int().min(1).max(1000).default(100),
    ...WHERE,
  }),
  output: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        sequence_num: z.int(),
        event_type: z.string(),
        aggregate_id: z.string(),
        timestamp: z.string(),
        user_id: z.string(),
        agent_id: z.string().nullable(),
        branch_id: z.string(),
        payload: z.looseObject({}),
        reasoning: z.string().nullable(),
        approval_id: z.string().nullable(),
        undone_by: z.string().nullable(),
      }),
    ),
    truncated: z.boolean(),
    next_after_seq: z.int().optional(),
    model_version: z.int(),
  }),
  async run({ element_id, after_seq, limit, ...asked }, building: Building) {
    const { branch } = await building.branchOf(asked);
    const seqs = element_id === undefined ? undefined : await seqsOf(building, branch.id, element_id.toLowerCase());
    const found = await building.stores.events.page(branch.id, after_seq, limit, seqs);
    const { items } = firstFitting(found.map(shown), ANSWER_CHARS, withoutPayload);
    const last = items.at(-1)?.sequence_num as number | undefined;
    const more = items.length < found.length || found.length === limit;
    return {
      events: items,
      truncated: more,
      ...(more && last !== undefined && { next_after_seq: last }),
      model_version: branch.head_seq,
    };
  },
});

const ANSWER_CHARS = 45_000;

/** A payload that fills an answer alone is left to the log itself. */
function withoutPayload(event: JsonObject): JsonObject {
  return { ...event, payload: { omitted: "it is too long for one answer" } };
}

async function seqsOf(building: Building, branchId: string, elementId: string): Promise<number[]> {
  return (await building.stores.versions.of(branchId, elementId)).map(({ seq }) => seq);
}

function shown(event: BranchEvent): JsonObject {
  const { branch_id: _branch, aggregate_id: _aggregate, ...payload } = JSON.parse(event.payload) as JsonObject;
  return {
    id: event.event_id,
    sequence_num: event.seq,
    event_type: event.kind,
    aggregate_id: event.aggregate_id,
    timestamp: new Date(event.at).toISOString(),
    user_id: uuidOf("user", event.user_name),
    agent_id: event.agent,
    branch_id: event.branch_id,
    payload,
    reasoning: event.reasoning,
    approval_id: event.approval_id,
    undone_by: event.undone_by,
  };
}
