import { Worker } from "node:worker_threads";
import type { Encoded } from "./bert.ts";
import type { BertWeights } from "./bert-weights.ts";
import type { EmbedReply, EmbedRequest, EmbedThread } from "./embed-worker.ts";
import type { ModelPlan } from "./model-plan.ts";

const WORKER = import.meta.url.endsWith(".ts")
  ? new URL("./embed-worker.ts", import.meta.url)
  : new URL("./embed-worker.js", import.meta.url);

/** Nearly all that a thread makes anew is small and soon forgotten; left to itself, it keeps 20 MB for that. */
const RESOURCES = { maxYoungGenerationSizeMb: 2 };

/** One place for a thread: empty until it is needed. */
interface Place {
  worker?: Worker | undefined;
  /** Takes the answer to the text that is in the thread. */
  receive?: ((encoded: Encoded) => void) | undefined;
}

export interface EmbedThreads {
  /** Whether a text can be taken now. */
  hasFree(): boolean;
  send(request: EmbedRequest, receive: (encoded: Encoded) => void): void;
  close(): Promise<void>;
}

/** The threads of one model, each with one text at a time. They share the weights, which the first of them loads. */
export function createEmbedThreads(
  plan: ModelPlan,
  threadsMax: number,
  told: { isFree(): void; failed(cause: unknown): void },
): EmbedThreads {
  const places: Place[] = Array.from({ length: threadsMax }, () => ({}));
  let weights: BertWeights | undefined;

  /** While the first loads the weights, there are none for others. */
  const free = (): Place | undefined =>
    (weights === undefined ? places.slice(0, 1) : places).find(({ receive }) => receive === undefined);

  function start(place: Place): Worker {
    const workerData: EmbedThread = { plan, thread: places.indexOf(place), weights };
    // None of the process's own flags: some, such as --input-type, end a thread at once.
    const worker = new Worker(WORKER, { workerData, execArgv: [], resourceLimits: RESOURCES });
    let cause: unknown;
    worker.on("message", (reply: EmbedReply) => {
      if ("weights" in reply) weights = reply.weights;
      else {
        const { receive } = place;
        place.receive = undefined;
        receive?.(reply);
        // An idle thread does not keep the process alive, one at work does.
        worker.unref();
      }
      told.isFree();
    });
    worker.on("error", (error) => {
      cause = error;
    });
    worker.on("exit", () => {
      if (place.worker !== worker) return;
      place.worker = undefined;
      place.receive = undefined;
      told.failed(cause);
    });
    return worker;
  }

  return {
    hasFree: () => free() !== undefined,
    send(request, receive) {
      const place = free();
      if (place === undefined) throw new Error("every thread has a text");
      place.receive = receive;
      place.worker ??= start(place);
      place.worker.ref();
      place.worker.postMessage(request);
    },
    async close() {
      const workers = places.flatMap(({ worker }) => worker ?? []);
      for (const place of places) place.worker = undefined;
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}
