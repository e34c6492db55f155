import { parentPort } from "node:worker_threads";
import { evaluate, loadEngine } from "./evaluate.ts";
import type { SolidAnswer, SolidRequest } from "./solid.ts";

// The thread of solids.ts: it loads the engine, then answers each job of a request, in order.

const engine = await loadEngine();

parentPort?.on("message", ({ jobs, meshes }: SolidRequest) => {
  for (const job of jobs) {
    const answer: SolidAnswer = evaluate(engine, job, meshes);
    parentPort?.postMessage(answer);
  }
});
