import { cancelled, refuseCancelled } from "../cancel.ts";
import type { StagedFiles } from "../files/index.ts";
import type { FactsOf } from "./facts.ts";
import { openFrame } from "./frame.ts";
import { lazyRead } from "./lazy-read.ts";
import type { CallParts } from "./parts.ts";
import type { Permitted } from "./stages.ts";

/** What a call prepared for itself, and for the calls it is going to make. */
export interface Prepared {
  readonly own: unknown;
  readonly inner: Map<string, unknown>;
}

/**
 * The long part of a write, on a snapshot: nobody waits for it in the writer's lane. Each holds a reader of the
 * database while it lasts, so only a few do so at once, and of one user fewer; the others wait their turn.
 */
export async function prepareCall(
  parts: CallParts,
  call: Permitted,
  staged: StagedFiles,
  facts: FactsOf,
): Promise<Prepared> {
  const { tool } = call.bound;
  const inner = new Map<string, unknown>();
  if (tool.prepare === undefined) return { own: undefined, inner };
  const { tenant } = call.caller;
  await parts.prepares.take(tenant, call.request.signal);
  let working: Promise<unknown> | undefined;
  const snapshot = lazyRead(parts.dialect, parts.database, tenant);
  try {
    refuseCancelled(call.request.signal);
    const reading = { ...call, mode: "read" as const };
    const callId = () => facts().callId;
    const frame = openFrame(parts, reading, {
      sql: snapshot.sql,
      staged: () => staged,
      callId,
      prepared: inner,
      phase: "prepare",
    });
    working = tool.prepare(call.input, frame.deps);
    const own = await orCancelled(working, call.request.signal);
    await staged.flush();
    refuseCancelled(call.request.signal);
    return { own, inner };
  } finally {
    const end = async () => {
      await snapshot.end();
      parts.prepares.give(tenant);
    };
    // A cancelled call is answered at once; what it holds is given back when its work has really ended.
    if (call.request.signal.aborted && working !== undefined) void working.catch(() => {}).then(end);
    else await end();
  }
}

/** The work, or the news that its caller no longer waits for it. */
async function orCancelled<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const stop = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(cancelled());
    signal.addEventListener("abort", () => reject(cancelled()), { once: true, signal: stop.signal });
  });
  return Promise.race([work, aborted]).finally(() => stop.abort());
}
