import { Worker } from "node:worker_threads";
import { cancelled } from "../../cancel.ts";
import type { Encoded } from "./bert.ts";
import type { EmbedRequest } from "./embed-worker.ts";
import type { Embedder } from "./embedder.ts";
import { EmbedderError } from "./embedder-error.ts";
import type { ModelPlan } from "./model-plan.ts";

const WORKER = import.meta.url.endsWith(".ts")
  ? new URL("./embed-worker.ts", import.meta.url)
  : new URL("./embed-worker.js", import.meta.url);

interface Call {
  readonly texts: readonly string[];
  readonly withTokens: boolean;
  readonly isPatient: boolean;
  readonly encoded: Encoded[];
  finish(): void;
  fail(error: Error): void;
}

/**
 * Runs a model in a thread that starts with the first text. Texts go one at a time, calls taking turns:
 * a question waits for one text of each call before it, not for a whole batch of passages, and what is patient waits
 * for all questions.
 */
export function createWorkerEmbedder(plan: ModelPlan): Embedder {
  /** Those that wait for their turn; the one whose text is in the worker stands apart. */
  let waiting: Call[] = [];
  let active: Call | undefined;
  let worker: Worker | undefined;
  let closed = false;

  function startWorker(): Worker {
    // None of the process's own flags: some, such as --input-type, end a thread at once.
    const started = new Worker(WORKER, { workerData: plan, execArgv: [] });
    let cause: unknown;
    started.on("message", receive);
    started.on("error", (error) => {
      cause = error;
    });
    started.on("exit", () => {
      if (worker !== started) return;
      worker = undefined;
      failAll(
        new EmbedderError("model_failed", "The embedding model stopped; the next call starts it anew", { cause }),
      );
    });
    return started;
  }

  function failAll(error: Error): void {
    const failed = active === undefined ? waiting : [active, ...waiting];
    active = undefined;
    waiting = [];
    for (const call of failed) call.fail(error);
  }

  function receive(encoded: Encoded): void {
    const call = active;
    active = undefined;
    call?.encoded.push(encoded);
    if (call !== undefined && call.encoded.length < call.texts.length) waiting.push(call);
    else call?.finish();
    sendNext();
  }

  /** The first of those that somebody waits for, else the first. */
  function takeNext(): Call | undefined {
    const urgent = waiting.findIndex(({ isPatient }) => !isPatient);
    return waiting.splice(Math.max(0, urgent), 1)[0];
  }

  function sendNext(): void {
    if (active !== undefined) return;
    active = takeNext();
    const text = active?.texts[active.encoded.length];
    // An idle worker does not keep the process alive, one at work does.
    if (active === undefined || text === undefined) {
      worker?.unref();
      return;
    }
    worker ??= startWorker();
    worker.ref();
    const { withTokens } = active;
    worker.postMessage({ text, withTokens } satisfies EmbedRequest);
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
        finish() {
          signal?.removeEventListener("abort", onAbort);
          resolve(encoded);
        },
        fail(error) {
          signal?.removeEventListener("abort", onAbort);
          reject(error);
        },
      };
      function onAbort(): void {
        waiting = waiting.filter((other) => other !== call);
        // Its text is still in the worker: the answer goes to a call that wants nothing more.
        if (active === call) active = { ...call, texts: [], encoded: [], finish() {}, fail() {} };
        reject(cancelled());
      }
      signal?.addEventListener("abort", onAbort, { once: true });
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
      const ended = worker;
      worker = undefined;
      failAll(new EmbedderError("embedder_closed", "The embedding model was closed"));
      await ended?.terminate();
    },
  };
}
