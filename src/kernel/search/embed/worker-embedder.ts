import { cancelled } from "../../cancel.ts";
import type { Encoded } from "./bert.ts";
import { THREADS_MAX } from "./bert-weights.ts";
import { createEmbedThreads } from "./embed-threads.ts";
import type { Embedder } from "./embedder.ts";
import { EmbedderError } from "./embedder-error.ts";
import type { ModelPlan } from "./model-plan.ts";

interface Call {
  readonly texts: readonly string[];
  readonly withTokens: boolean;
  readonly isPatient: boolean;
  readonly encoded: Encoded[];
  /** How many of its texts were handed to a thread, and how many came back. */
  sent: number;
  done: number;
  finish(): void;
  fail(error: Error): void;
}

/**
 * Runs a model in threads, the first of which starts with the first text. Texts go one at a time, calls taking turns:
 * a question waits for one text of each call before it, not for a whole batch of passages, and what is patient waits
 * for all questions. A further thread starts where a text would have to wait.
 */
export function createWorkerEmbedder(plan: ModelPlan, threadsMax: number): Embedder {
  /** Those with texts that no thread has; whose turn it is next stands first. */
  let waiting: Call[] = [];
  const open = new Set<Call>();
  let closed = false;
  const threads = createEmbedThreads(plan, Math.min(threadsMax, THREADS_MAX), {
    isFree: () => sendNext(),
    failed: (cause) =>
      failAll(
        new EmbedderError("model_failed", "The embedding model stopped; the next call starts it anew", { cause }),
      ),
  });

  function failAll(error: Error): void {
    const failed = [...open];
    waiting = [];
    open.clear();
    for (const call of failed) call.fail(error);
  }

  /** The first of those that somebody waits for, else the first. */
  function takeNext(): Call | undefined {
    const urgent = waiting.findIndex(({ isPatient }) => !isPatient);
    return waiting.splice(Math.max(0, urgent), 1)[0];
  }

  function sendNext(): void {
    while (waiting.length > 0 && threads.hasFree()) {
      const call = takeNext();
      if (call === undefined) return;
      const index = call.sent++;
      if (call.sent < call.texts.length) waiting.push(call);
      threads.send({ text: call.texts[index] ?? "", withTokens: call.withTokens }, (encoded) => {
        call.encoded[index] = encoded;
        call.done += 1;
        if (call.done === call.texts.length && open.delete(call)) call.finish();
      });
    }
  }

  function encode(
    texts: readonly string[],
    withTokens: boolean,
    signal?: AbortSignal,
    isPatient = false,
  ): Promise<Encoded[]> {
    if (closed) return Promise.reject(new EmbedderError("embedder_closed", "The embedding model was closed"));
    if (signal?.aborted) return Promise.reject(cancelled());
    if (texts.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const encoded: Encoded[] = [];
      const call: Call = {
        texts,
        withTokens,
        isPatient,
        encoded,
        sent: 0,
        done: 0,
        finish() {
          signal?.removeEventListener("abort", onAbort);
          resolve(encoded);
        },
        fail(error) {
          signal?.removeEventListener("abort", onAbort);
          reject(error);
        },
      };
      // A text of it may still be in a thread: its vector is then for nobody.
      function onAbort(): void {
        waiting = waiting.filter((other) => other !== call);
        open.delete(call);
        reject(cancelled());
      }
      signal?.addEventListener("abort", onAbort, { once: true });
      open.add(call);
      waiting.push(call);
      sendNext();
    });
  }

  return {
    model: plan.model,
    dimensions: plan.shape.hidden,
    embed: async (texts, signal, isPatient) =>
      (await encode(texts, false, signal, isPatient)).map(({ vector }) => vector),
    embedTokens: (texts, signal) => encode(texts, true, signal),
    async close() {
      closed = true;
      failAll(new EmbedderError("embedder_closed", "The embedding model was closed"));
      await threads.close();
    },
  };
}
