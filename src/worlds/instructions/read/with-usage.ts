import type { Instructions } from "../instructions.ts";
import type { InstructionEntry } from "../model/entry.ts";
import type { UsageSnapshot } from "../model/usage.ts";

/** Gives entries how they were used, where that is counted. */
export function withUsage({ features, usage }: Instructions): (entry: InstructionEntry) => InstructionEntry {
  let counted: UsageSnapshot | undefined;
  return (entry) => {
    // One look at the file for all entries of an answer.
    counted ??= features.has("usage") ? usage.snapshot() : new Map();
    const used = counted.get(entry.id);
    return used === undefined ? entry : { ...entry, usageCount: used.usageCount, lastUsedAt: used.lastUsedAt };
  };
}
