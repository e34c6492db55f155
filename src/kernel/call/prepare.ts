import { refuseCancelled } from "../cancel.ts";
import type { StagedFiles } from "../files/index.ts";
import type { FactsOf } from "./facts.ts";
import { openFrame } from "./frame.ts";
import { lazyRead } from "./lazy-read.ts";
import type { CallParts } from "./parts.ts";
import type { Permitted } from "./stages.ts";

/**
 * The long part of a write, on a snapshot: nobody waits for it in the writer's lane. Each holds a reader of the
 * database while it lasts, so only a few do so at once; the others wait their turn, and a cancelled one gives it back.
 */
export async function prepareCall(
  parts: CallParts,
  call: Permitted,
  staged: StagedFiles,
  facts: FactsOf,
): Promise<unknown> {
  const { tool } = call.bound;
  if (tool.prepare === undefined) return undefined;
  await parts.prepares.take();
  const snapshot = lazyRead(parts.dialect, parts.database);
  try {
    refuseCancelled(call.request.signal);
    const reading = { ...call, mode: "read" as const };
    const frame = openFrame(parts, reading, { sql: snapshot.sql, staged, callId: () => facts().callId });
    const prepared = await tool.prepare(call.input, frame.deps);
    await staged.flush();
    refuseCancelled(call.request.signal);
    return prepared;
  } finally {
    await snapshot.end();
    parts.prepares.give();
  }
}
