import { type Erased, type EraseHost, type EraseTarget, type Json, KernelError } from "../../../kernel/index.ts";
import { changesOf } from "../model/recorded.ts";
import { withoutMemory } from "../model/without-memory.ts";

/** Forgets a memory for good: its text and fingerprint, its edges, and the vectors that were computed from it. */
export async function eraseMemory({ id }: EraseTarget, host: EraseHost): Promise<Erased> {
  const entries = new Map<number, Json>();
  let isKnown = false;
  for await (const event of host.entries()) {
    if (event.payload === null) continue;
    isKnown ||= changesOf(event).memory?.id === id;
    const left = withoutMemory(event.payload, id);
    if (left !== event.payload) entries.set(event.seq, left);
  }
  if (!isKnown) throw new KernelError("not_found", "There is no memory with this id.", { memory_id: id });
  return {
    entries,
    blobs: [],
    notes: [
      `${entries.size} entries lose what they say of it.`,
      "What was learnt from it by the whole (thresholds, synergy, goals named by the words of many memories) stays.",
    ],
  };
}
