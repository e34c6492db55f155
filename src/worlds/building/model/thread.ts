import { Worker } from "node:worker_threads";
import { KernelError, refuseCancelled } from "../../../kernel/index.ts";
import type { Asking } from "./solids/solids.ts";

type Told<Outcome> = { readonly outcome: Outcome } | { readonly done: number; readonly total: number };

/** Has something done in a thread that lives as long as the work: whoever cancels ends it. */
export async function inThread<Outcome>(
  file: URL,
  request: unknown,
  work: string,
  { signal, progress }: Asking,
): Promise<Outcome> {
  if (signal !== undefined) refuseCancelled(signal);
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { execArgv: [], workerData: request });
    const settle = (then: () => void) => {
      signal?.removeEventListener("abort", onAbort);
      void worker.terminate();
      then();
    };
    function onAbort(): void {
      settle(() => reject(new KernelError("cancelled", "The caller cancelled; nothing was written")));
    }
    signal?.addEventListener("abort", onAbort, { once: true });
    worker.on("message", (told: Told<Outcome>) => {
      if ("outcome" in told) settle(() => resolve(told.outcome));
      else progress?.(told.done, told.total);
    });
    worker.on("error", (cause) => {
      settle(() => reject(new KernelError("internal", `${work} failed`, {}, { cause })));
    });
    worker.on("exit", () => {
      settle(() => reject(new KernelError("internal", `${work} ended without an answer`)));
    });
  });
}
