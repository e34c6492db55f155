const DAY_MS = 24 * 3_600_000;
const CONNECTIONS_KEEP = 3;
const STALE_DAYS = 90;
const LOW_QUALITY_BELOW = 0.3;
const YEAR_DAYS = 365;

/** A memory, as far as it matters whether it is still needed. */
export interface PruningView {
  readonly id: string;
  readonly content_hash: string;
  readonly created_at: number;
  readonly accessed_at: number;
  readonly alignment: number;
  readonly connections: number;
  readonly quality: number;
  readonly byte_size: number;
}

export type PruningReason = "Redundant" | "Orphaned" | "LowAlignment" | "Stale" | "LowQuality";

export interface PruningCandidate {
  readonly memory_id: string;
  readonly age_days: number;
  readonly alignment: number;
  readonly connections: number;
  readonly reason: PruningReason;
  readonly byte_size: number;
  readonly priority_score: number;
}

/** Memories that could go, the least needed first: old enough, hardly connected, and with a reason. */
export function pruningCandidates(
  memories: readonly PruningView[],
  rules: { readonly minStalenessDays: number; readonly minAlignment: number },
  nowMs: number,
): PruningCandidate[] {
  const best = new Map<string, PruningView>();
  for (const memory of memories) {
    const known = best.get(memory.content_hash);
    if (known === undefined || isBetter(memory, known)) best.set(memory.content_hash, memory);
  }
  const found: PruningCandidate[] = [];
  for (const memory of memories) {
    const age_days = (nowMs - memory.created_at) / DAY_MS;
    if (age_days < rules.minStalenessDays || memory.connections >= CONNECTIONS_KEEP) continue;
    const reason = reasonOf(memory, best.get(memory.content_hash) !== memory, rules.minAlignment, nowMs);
    if (reason === undefined) continue;
    const { id: memory_id, alignment, connections, byte_size } = memory;
    const priority_score = 0.5 * (1 - alignment) + 0.3 * Math.min(age_days / YEAR_DAYS, 1) + 0.2 / (connections + 1);
    found.push({ memory_id, age_days, alignment, connections, reason, byte_size, priority_score });
  }
  return found.sort(
    (one, other) => other.priority_score - one.priority_score || (one.memory_id < other.memory_id ? -1 : 1),
  );
}

/** How good a memory is: what it was said to be worth, how it fitted in when it came, and whether it was ever used. */
export function qualityOf(memory: { importance: number; coherence: number; accesses: number }): number {
  return 0.4 * memory.importance + 0.4 * memory.coherence + 0.2 * (memory.accesses / (memory.accesses + 1));
}

function reasonOf(
  memory: PruningView,
  isDouble: boolean,
  minAlignment: number,
  nowMs: number,
): PruningReason | undefined {
  if (isDouble) return "Redundant";
  if (memory.connections === 0) return "Orphaned";
  if (memory.alignment < minAlignment) return "LowAlignment";
  if (nowMs - memory.accessed_at > STALE_DAYS * DAY_MS) return "Stale";
  return memory.quality < LOW_QUALITY_BELOW ? "LowQuality" : undefined;
}

function isBetter(one: PruningView, other: PruningView): boolean {
  return one.alignment > other.alignment || (one.alignment === other.alignment && one.id < other.id);
}
