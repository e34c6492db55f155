import { z } from "zod";
import { refuseCancelled } from "../../../../../kernel/index.ts";
import { refuse } from "../../../errors.ts";
import type { SessionContext } from "../../../model/session-context.ts";
import { STREAM_STEPS, type StreamState, type StreamStep } from "../../../model/stream.ts";
import type { Notebook } from "../../../notebook.ts";
import { renderChunk } from "../../../read/render-chunk.ts";
import { ContextHandle, defineAffordance } from "../affordance.ts";
import { contextOfStream } from "../session.ts";

const BEGIN_ANEW = "Call begin_result_stream to begin a new stream.";

export const nextStreamChunk = defineAffordance({
  name: "next_stream_chunk",
  title: "Pull the next chunk",
  description: "Retrieves next chunk from active result stream",
  input: z.object({
    stream_token: z.string().describe("Stream token from begin_result_stream"),
    context_handle: ContextHandle,
  }),
  output: z.object({
    stream_token: z.string(),
    chunk_index: z.number().optional(),
    chunk_type: z.enum([...STREAM_STEPS, "stream_complete"]),
    payload: z.record(z.string(), z.unknown()).optional(),
    stream_metadata: z
      .object({
        what_changed: z.string(),
        why: z.string(),
        progress: z.object({
          current_step: z.string(),
          completed_steps: z.array(z.string()),
          remaining_steps: z.array(z.string()),
        }),
      })
      .optional(),
    summary: z.object({ total_chunks: z.number(), total_references: z.number(), query: z.string() }).optional(),
    continuation: z.object({
      has_more: z.boolean(),
      next_chunk_available: z.boolean().optional(),
      estimated_remaining: z.number().nullable().optional(),
      stream_closed: z.literal(true).optional(),
    }),
  }),
  run: async ({ stream_token, context_handle }, notebook) => {
    const context = contextOfStream(notebook, stream_token, context_handle);
    const stream = requireStream(notebook, context, stream_token);
    const chunk = stream.chunks[stream.position];
    if (chunk === undefined) {
      context.streams.delete(stream.token);
      return { value: completion(stream), context };
    }
    const chunk_index = stream.position;
    // Taken before the reading, so that two pulls at once never get the same chunk.
    stream.position += 1;
    const { payload, what_changed, why, references } = await renderChunk(notebook, stream, chunk);
    if (notebook.scope.signal.aborted) context.streams.delete(stream.token);
    refuseCancelled(notebook.scope.signal);
    const value = {
      stream_token: stream.token,
      chunk_index,
      chunk_type: chunk.step,
      payload,
      stream_metadata: { what_changed, why, progress: progressOf(stream, chunk_index, chunk.step) },
      // After the last content chunk the completion is still to be pulled; only that one closes the stream.
      continuation: {
        has_more: true,
        next_chunk_available: true,
        estimated_remaining: stream.chunks.length - chunk_index - 1,
      },
    };
    return { value, context, references };
  },
});

/** A foreign, finished or invented token is the same to us: it opens nothing. */
function requireStream({ scope }: Notebook, context: SessionContext, token: string): StreamState {
  const stream = context.streams.get(token);
  if (stream === undefined) {
    throw refuse({
      type: "stream_token_invalid",
      message: "This stream token opens no stream of this session; it may be finished or cancelled.",
      recovery: BEGIN_ANEW,
    });
  }
  if (scope.env.now() < stream.expires_at) return stream;
  throw refuse({
    type: "stream_token_expired",
    message: "This stream has passed its timeout.",
    recovery: BEGIN_ANEW,
    context: { expires_at: stream.expires_at },
  });
}

/** A step is completed when its last chunk has been handed over. */
function progressOf(stream: StreamState, index: number, current: StreamStep) {
  const isOpen = (step: StreamStep) => stream.chunks.slice(index + 1).some((chunk) => chunk.step === step);
  const place = STREAM_STEPS.indexOf(current);
  return {
    current_step: current,
    completed_steps: STREAM_STEPS.filter((step, at) => at < place || (at === place && !isOpen(step))),
    remaining_steps: STREAM_STEPS.filter((step, at) => at > place || (at === place && isOpen(step))),
  };
}

function completion(stream: StreamState) {
  return {
    stream_token: stream.token,
    chunk_type: "stream_complete" as const,
    summary: {
      total_chunks: stream.chunks.length,
      total_references: stream.total_references,
      query: stream.query,
    },
    continuation: { has_more: false, stream_closed: true as const },
  };
}
