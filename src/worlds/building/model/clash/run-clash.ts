import type { Asking } from "../solids/solids.ts";
import { inThread } from "../thread.ts";
import type { ClashOutcome, ClashRequest } from "./clash.ts";

const WORKER = import.meta.url.endsWith(".ts")
  ? new URL("./clash-worker.ts", import.meta.url)
  : new URL("./clash-worker.js", import.meta.url);

/** Looks for clashes in a thread of their own. */
export function runClash(request: ClashRequest, asking: Asking): Promise<ClashOutcome> {
  return inThread(WORKER, request, "The search for clashes", asking);
}
