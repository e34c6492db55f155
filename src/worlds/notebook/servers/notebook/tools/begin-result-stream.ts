import { z } from "zod";
import { refuseCancelled } from "../../../../../kernel/index.ts";
import { STREAM_STEPS, STREAMS_MAX } from "../../../model/stream.ts";
import { STREAM_NOTE } from "../../../model/words.ts";
import { planStream } from "../../../read/plan-stream.ts";
import { findPassages, noEvidence } from "../../../search/find-passages.ts";
import { checkQuery } from "../../../search/question.ts";
import { ContextHandle, defineAffordance } from "../affordance.ts";
import { requireCollection } from "../session.ts";

export const beginResultStream = defineAffordance({
  name: "begin_result_stream",
  title: "Begin a result stream",
  description: "Initiates a pull-based result stream for progressive disclosure",
  input: z.object({
    query: z.string().describe("Search query for streaming results"),
    context_handle: ContextHandle,
  }),
  output: z.object({
    stream_token: z.string(),
    query: z.string(),
    disclosure_policy: z.object({
      step_order: z.array(z.string()),
      chunk_strategy: z.literal("progressive_depth"),
      cancelable: z.literal(true),
      timeout_s: z.number(),
    }),
    metadata: z.object({ estimated_chunks: z.number().nullable(), created_at: z.number() }),
    note: z.string(),
    no_evidence: z.object({ reason: z.string() }).optional().describe("Why the stream will show nothing"),
    search_note: z.string().optional().describe("What limits the ranking right now"),
  }),
  run: async ({ query, context_handle }, notebook) => {
    const { context, collectionId } = requireCollection(notebook, context_handle);
    const text = checkQuery(query);
    const { scope, constraints } = notebook;
    const answer = await findPassages(notebook, collectionId, text, constraints.max_search_results);
    const chunks = await planStream(notebook, collectionId, answer.found);
    refuseCancelled(scope.signal);
    const created_at = scope.env.now();
    const token = uuidFrom(scope.env.randomBytes(16));
    for (const [oldest] of context.streams) {
      if (context.streams.size < STREAMS_MAX) break;
      context.streams.delete(oldest);
    }
    context.streams.set(token, {
      token,
      query: text,
      collection_id: collectionId,
      created_at,
      expires_at: created_at + constraints.stream_timeout_s * 1000,
      total_references: answer.found.length,
      chunks,
      position: 0,
    });
    const value = {
      stream_token: token,
      query: text,
      disclosure_policy: {
        step_order: [...STREAM_STEPS],
        chunk_strategy: "progressive_depth" as const,
        cancelable: true as const,
        timeout_s: constraints.stream_timeout_s,
      },
      metadata: { estimated_chunks: chunks.length, created_at },
      note: STREAM_NOTE,
      ...noEvidence(answer),
      ...(answer.note !== null && { search_note: answer.note }),
    };
    return { value, context, references: answer.found.map(({ row }) => row.reference_id) };
  },
});

/** A version 4 UUID: the time in other versions would make part of it guessable. */
function uuidFrom(random: Uint8Array): string {
  const bytes = Buffer.from(random);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
