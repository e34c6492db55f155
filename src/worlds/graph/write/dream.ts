import { refuse } from "../errors.ts";
import type { Graph } from "../graph.ts";
import { type Dream, type Dreamt, dream } from "../model/dream/dream.ts";
import { openDreaming } from "../model/dream/dreaming.ts";
import { EXPLORE_SECONDS } from "../model/dream/explore.ts";
import { type DreamEdge, edgeKey } from "../model/dream/graph-view.ts";
import { positionOf } from "../model/dream/poincare.ts";
import { REPLAY_SECONDS } from "../model/dream/replay.ts";
import type { DreamReport } from "../model/dream/report.ts";
import { SHORTCUT_TYPE } from "../model/dream/shortcuts.ts";
import { type Edge, type EdgeKey, plainEdge } from "../model/edge.ts";
import type { Memory } from "../model/memory.ts";
import { orderOf } from "../model/mind/kuramoto.ts";
import type { Dense } from "../model/spaces/embedding.ts";
import { E1 } from "../model/spaces/names.ts";
import { mindNow } from "../read/mind.ts";
import { fingerprintOf } from "../search/candidates.ts";

/** A dream sees so many memories, the newest: enough to hang together, few enough to end soon. */
const MEMORIES_MAX = 256;

/** What a dream came to: all of it, or that it was left. */
export type Outcome = { readonly dreamt: Dreamt } & (
  | { readonly dream: Dream; readonly abortReason: null }
  | { readonly dream: null; readonly abortReason: string }
);

/** Dreams over the newest memories, part by part, so that other calls have their turn and can end it. */
export async function dreamOver(graph: Graph, cycle: number): Promise<Outcome> {
  refuseWhileDreaming(graph);
  const { dreaming, stop } = openDreaming();
  graph.dreaming.set(graph.tenant, dreaming);
  try {
    const dreamt = await whatIsDreamt(graph, cycle);
    const parts = dream(dreamt);
    for (;;) {
      await graph.scope.env.turn();
      const reason = graph.scope.signal.aborted ? "the caller cancelled" : dreaming.abortReason;
      if (reason !== null) return { dreamt, dream: null, abortReason: reason };
      const part = parts.next();
      if (part.done) return { dreamt, dream: part.value, abortReason: null };
      dreaming.state = part.value;
    }
  } finally {
    dreaming.state = "waking";
    graph.dreaming.delete(graph.tenant);
    stop();
  }
}

/** One dream at a time: two would undo each other's work. */
function refuseWhileDreaming(graph: Graph): void {
  const running = graph.dreaming.get(graph.tenant);
  if (running === undefined) return;
  throw refuse("DREAM_ERROR", "A dream is running: wait for it, or end it with abort_dream.", "already_dreaming", {
    current_state: running.state,
  });
}

async function whatIsDreamt(graph: Graph, cycle: number): Promise<Dreamt> {
  const { oscillators, nowMs } = await mindNow(graph);
  const memories = await graph.memories.newest(MEMORIES_MAX);
  const known = new Set(memories.map(({ id }) => id));
  const edges = await graph.edges.around([...known]);
  return {
    cycle,
    nodes: memories.map((memory) => nodeOf(memory, nowMs)),
    edges: edges.filter(({ source, target }) => known.has(source) && known.has(target)),
    phases: oscillators.phases,
    coupling: oscillators.coupling,
  };
}

function nodeOf(memory: Memory, nowMs: number) {
  const meaning = fingerprintOf(memory, nowMs).of(E1) as Dense;
  return {
    id: memory.id,
    importance: memory.importance,
    accesses: memory.access_count,
    ageMs: nowMs - memory.accessed_at,
    position: positionOf(meaning.values, memory.importance),
  };
}

/** What a dream changes of the edges as they are now: what somebody else changed meanwhile stays as they left it. */
export async function edgesOf(
  graph: Graph,
  { dreamt, dream: done }: Outcome,
): Promise<{ edges: Edge[]; removed: EdgeKey[] }> {
  if (done === null) return { edges: [], removed: [] };
  const ids = dreamt.nodes.map(({ id }) => id);
  const living = new Set((await graph.memories.byIds(ids)).map(({ id }) => id));
  const now = new Map((await graph.edges.around(ids)).map((edge) => [edgeKey(edge), edge]));
  const seen = new Map(dreamt.edges.map((edge) => [edgeKey(edge), edge.weight]));
  const isAsSeen = (edge: DreamEdge) => now.get(edgeKey(edge))?.weight === seen.get(edgeKey(edge));
  const changed = done.replay.changed
    .filter(isAsSeen)
    .map((edge) => ({ ...(now.get(edgeKey(edge)) as Edge), weight: edge.weight }));
  const created = done.exploration.created.map(({ source, target, weight, confidence }) =>
    plainEdge(source, target, "Relational", weight, confidence),
  );
  const shortcuts = done.shortcuts.map(({ source, target, combined_weight, min_confidence, path }) => ({
    ...plainEdge(source, target, SHORTCUT_TYPE, combined_weight, min_confidence),
    is_shortcut: true,
    original_path: path,
  }));
  const fresh = [...created, ...shortcuts].filter(
    (edge) => living.has(edge.source) && living.has(edge.target) && !now.has(edgeKey(edge)),
  );
  const removed = done.replay.pruned
    .filter(isAsSeen)
    .map(({ source, target, edge_type }) => ({ source, target, edge_type: edge_type as Edge["edge_type"] }));
  return { edges: [...changed, ...fresh], removed };
}

/** The report of a dream; one that was left has done nothing. */
export function reportOf({ dreamt, dream: done, abortReason }: Outcome, wakeReason: string): DreamReport {
  const completed = done !== null;
  return {
    cycle: dreamt.cycle,
    completed,
    wake_reason: abortReason ?? wakeReason,
    nrem: {
      memories_replayed: done?.replay.replayed.length ?? 0,
      edges_strengthened: done?.replay.strengthened ?? 0,
      edges_weakened: done?.replay.weakened ?? 0,
      edges_pruned: done?.replay.pruned.length ?? 0,
      dead_ends_removed: done?.replay.deadEnds ?? 0,
      clusters_consolidated: done?.replay.clusters ?? 0,
      compression_ratio: done?.replay.compression ?? 0,
      shortcut_candidates: done?.candidates.length ?? 0,
      average_weight_delta: done?.replay.averageWeightDelta ?? 0,
      // A dream that was left moved nothing: they stand as they stood.
      order_after: done?.orderAfterReplay ?? orderOf(dreamt.phases).r,
      simulated_duration_s: completed ? REPLAY_SECONDS : 0,
      completed,
    },
    rem: {
      queries_generated: done?.exploration.walks ?? 0,
      blind_spots_found: done?.exploration.blindSpots ?? 0,
      new_edges_created: done?.exploration.created.length ?? 0,
      average_semantic_leap: done?.exploration.averageLeap ?? 0,
      exploration_coverage: done?.exploration.coverage ?? 0,
      unique_nodes_visited: done?.exploration.visited ?? 0,
      order_after: done?.orderAfterExploring ?? orderOf(dreamt.phases).r,
      simulated_duration_s: completed ? EXPLORE_SECONDS : 0,
      completed,
    },
    shortcuts_created: done?.shortcuts.length ?? 0,
  };
}
