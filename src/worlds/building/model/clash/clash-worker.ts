import { parentPort, workerData } from "node:worker_threads";
import { loadEngine } from "../solids/evaluate.ts";
import type { ClashRequest } from "./clash.ts";
import { detectClashes } from "./detect.ts";

// The thread of run-clash.ts: it looks for the clashes of one request, tells how far it is, and ends.

/** Pairs between two words on how far it is. */
const TELL_EVERY = 500;

const engine = await loadEngine();
const outcome = detectClashes(engine, workerData as ClashRequest, (done, total) => {
  if (done % TELL_EVERY === 0) parentPort?.postMessage({ done, total });
});
parentPort?.postMessage({ outcome });
