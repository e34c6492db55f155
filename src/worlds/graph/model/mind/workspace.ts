import { SYNC_THRESHOLDS } from "./kuramoto.ts";

/** How long the winner is heard. */
export const BROADCAST_MS = 100;
const WINNERS_MAX = 100;

export interface Candidate {
  readonly memory_id: string;
  readonly importance: number;
  readonly alignment: number;
}

/** A candidate as it stood when it came: its score is r × importance × alignment. */
export interface Contender {
  readonly memory_id: string;
  readonly score: number;
  readonly at: number;
}

/** The row `workspace`. */
export interface Workspace {
  /** Who competed lately, in the order in which they came. */
  readonly contenders: readonly Contender[];
  readonly active: Contender | null;
  readonly winners: readonly Contender[];
  /** When it was last empty of everything, or first used. */
  readonly since: number;
}

export const EMPTY_WORKSPACE: Workspace = { contenders: [], active: null, winners: [], since: 0 };

export interface Heard {
  readonly active_memory: string | null;
  readonly is_broadcasting: boolean;
  readonly has_conflict: boolean;
  readonly conflict_memories: readonly string[];
}

/** What is heard now: nothing, once the window of the last winner is over. */
export function heardAt(workspace: Workspace, nowMs: number): Heard {
  const present = contendersAt(workspace, nowMs);
  const active = workspace.active !== null && isHeard(workspace.active, nowMs) ? workspace.active : null;
  const rivals = present.length > 1 ? present.map(({ memory_id }) => memory_id) : [];
  return {
    active_memory: active?.memory_id ?? null,
    is_broadcasting: active !== null,
    has_conflict: rivals.length > 1,
    conflict_memories: rivals,
  };
}

export interface Contest {
  readonly workspace: Workspace;
  readonly score: number;
  readonly admitted: boolean;
  readonly won: boolean;
  /** Scores of those who were in the window and did not win. */
  readonly losers: readonly number[];
}

/** A candidate competes with those still in the window; the highest score wins, the earlier on a tie. Forced ones are admitted at any order. */
export function compete(workspace: Workspace, candidate: Candidate, r: number, nowMs: number, force = false): Contest {
  const score = r * candidate.importance * candidate.alignment;
  const admitted = force || r >= SYNC_THRESHOLDS.conscious;
  if (!admitted) return { workspace, score, admitted, won: false, losers: [] };
  const entry: Contender = { memory_id: candidate.memory_id, score, at: nowMs };
  const others = contendersAt(workspace, nowMs).filter(({ memory_id }) => memory_id !== candidate.memory_id);
  const best = others.reduce((top, other) => Math.max(other.score, top), Number.NEGATIVE_INFINITY);
  // Whoever forces a broadcast has decided who wins.
  const won = force || score > best;
  const next: Workspace = {
    contenders: [...others, entry],
    active: won ? entry : workspace.active,
    winners: won ? [...workspace.winners, entry].slice(-WINNERS_MAX) : workspace.winners,
    since: workspace.since === 0 ? nowMs : workspace.since,
  };
  return { workspace: next, score, admitted, won, losers: won ? others.map((other) => other.score) : [score] };
}

function contendersAt(workspace: Workspace, nowMs: number): Contender[] {
  return workspace.contenders.filter((contender) => isHeard(contender, nowMs));
}

function isHeard({ at }: Contender, nowMs: number): boolean {
  return nowMs - at <= BROADCAST_MS;
}
