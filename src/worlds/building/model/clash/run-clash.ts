import { Worker } from "node:worker_threads";
import { KernelError, refuseCancelled } from "../../../../kernel/index.ts";
import type { Asking } from "../solids/solids.ts";
import type { ClashOutcome, ClashRequest } from "./clash.ts";

const WORKER = import.meta.url.endsWith(".ts")
  ? new URL("./clash-worker.ts", import.meta.url)
  : new URL("./clash-worker.js", import.meta.url);

type Told = { readonly outcome: ClashOutcome } | { readonly done: number; readonly total: number };

/** Looks for clashes in a thread that lives as long as the search: whoever cancels ends it. */
export async function runClash(request: ClashRequest, { signal, progress }: Asking): Promise<ClashOutcome> {
  if (signal !== undefined) refuseCancelled(signal);
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { execArgv: [], workerData: request });
    const settle = (then: () => void) => {
      signal?.removeEventListener("abort", onAbort);
      void worker.terminate();
      then();
    };
    function onAbort(): void {
      settle(() => reject(new KernelError("cancelled", "The caller cancelled; nothing was written")));
    }
    signal?.addEventListener("abort", onAbort, { once: true });
    worker.on("message", (told: Told) => {
      if ("outcome" in told) settle(() => resolve(told.outcome));
      else progress?.(told.done, told.total);
    });
    worker.on("error", (cause) => {
      settle(() => reject(new KernelError("internal", "The search for clashes failed", {}, { cause })));
    });
    worker.on("exit", () => {
      settle(() => reject(new KernelError("internal", "The search for clashes ended without an answer")));
    });
  });
}
