import type { JsonObject } from "../../../kernel/index.ts";
import { refuse } from "../errors.ts";
import type { Graph } from "../graph.ts";
import type { Edge, EdgeKey } from "../model/edge.ts";
import {
  type ConsolidationStrategy,
  isNear,
  isPair,
  type Merge,
  type MergeView,
  type Pair,
  planMerges,
  redundancyOf,
} from "../model/goals/consolidation.ts";
import { saysOtherwise } from "../model/goals/contradiction.ts";
import { DELETED_KEPT_MS, type Memory } from "../model/memory.ts";
import { alignmentOf } from "../model/purpose.ts";
import type { Changes } from "../model/recorded.ts";
import { similarity } from "../model/similarity.ts";
import { E1 } from "../model/spaces/names.ts";
import { rowOf } from "../read/rows.ts";
import { candidatesNear, fingerprintOf } from "../search/candidates.ts";
import { readDirection } from "../search/direction.ts";

const MERGES_PER_DAY = 50;
const DAY_MS = 24 * 3_600_000;
const NEAR_EACH = 20;
/** Far more than come in the 30 days in which one can be undone. */
const REMEMBERED_MAX = 500;

/** What one consolidation did, as far as undoing it needs it. */
export interface Consolidation {
  readonly id: string;
  readonly at: number;
  readonly merges: readonly Merge[];
  readonly removed: readonly Edge[];
  readonly put: readonly EdgeKey[];
  /** Accesses that a target was given, and the importance it had before. */
  readonly given: readonly { readonly id: string; readonly accesses: number; readonly importance: number }[];
}

/** The row `consolidations`: those that can still be undone, the oldest first. */
export interface Consolidations {
  readonly done: readonly Consolidation[];
}

export async function consolidationsOf(graph: Graph): Promise<Consolidations> {
  return (await rowOf<Consolidations>(graph, "consolidations")) ?? { done: [] };
}

/** Compares the newest memories by meaning and plans which go into which; what says otherwise stays apart, however alike. */
export async function planConsolidation(
  graph: Graph,
  options: { readonly max_memories: number; readonly strategy: ConsolidationStrategy; readonly min_similarity: number },
) {
  const nowMs = graph.scope.env.now();
  const purpose = await readDirection(graph);
  const memories = await graph.memories.newest(options.max_memories);
  const views = new Map(
    memories.map((memory) => [memory.id, viewOf(memory, alignmentOf(purpose(fingerprintOf(memory, nowMs))))]),
  );
  const pairs = new Map<string, Pair>();
  for (const memory of memories) {
    await graph.scope.env.turn();
    const fingerprint = fingerprintOf(memory, nowMs);
    for (const { memory: near, fingerprint: opposite } of await candidatesNear(graph, fingerprint, NEAR_EACH)) {
      const [one, other] = [views.get(memory.id), views.get(near.id)];
      if (one === undefined || other === undefined || one === other) continue;
      const key = one.id < other.id ? `${one.id} ${other.id}` : `${other.id} ${one.id}`;
      if (pairs.has(key) || !isPair(options.strategy, one, other)) continue;
      const alike = similarity(fingerprint.of(E1), opposite.of(E1)) ?? 0;
      if (!isNear(options.strategy, alike, options.min_similarity) || saysOtherwise(memory.content, near.content))
        continue;
      pairs.set(key, { one, other, similarity: alike });
    }
  }
  const { done } = await consolidationsOf(graph);
  const today = done
    .filter(({ at }) => nowMs - at < DAY_MS)
    .reduce((sum, { merges }) => sum + merges.flatMap(({ source_ids }) => source_ids).length, 0);
  const all = [...pairs.values()];
  const merges = planMerges(all, options.min_similarity, Math.max(0, MERGES_PER_DAY - today));
  const unlimited = planMerges(all, options.min_similarity, memories.length);
  const gone = new Set(merges.flatMap(({ source_ids }) => source_ids));
  const ids = [...views.keys()];
  return {
    merges,
    /** How many would leave if there were no most for a day. */
    fitting: unlimited.flatMap(({ source_ids }) => source_ids).length,
    pairs: all,
    analyzed: memories.length,
    left_today: Math.max(0, MERGES_PER_DAY - today),
    redundancy_before: redundancyOf(ids, all, options.min_similarity),
    redundancy_after: redundancyOf(
      ids.filter((id) => !gone.has(id)),
      all,
      options.min_similarity,
    ),
  };
}

/** What the plan changes: the merged leave, their edges lead to who stays, who stays is used as often as all together. */
export async function mergeChanges(graph: Graph, merges: readonly Merge[], nowMs: number) {
  const into = new Map(merges.flatMap(({ source_ids, target_id }) => source_ids.map((id) => [id, target_id] as const)));
  const removed = await graph.edges.around([...into.keys()]);
  const present = new Map(
    (await graph.edges.around([...new Set(into.values())])).map((edge) => [keyOf(edge), edge] as const),
  );
  const put = new Map<string, Edge>();
  for (const edge of removed) {
    const led = { ...edge, source: into.get(edge.source) ?? edge.source, target: into.get(edge.target) ?? edge.target };
    const known = put.get(keyOf(led)) ?? present.get(keyOf(led));
    if (led.source === led.target || (known !== undefined && known.weight >= led.weight)) continue;
    // One that leads to somebody already is not changed: what stands there was said of them.
    if (!present.has(keyOf(led))) put.set(keyOf(led), led);
  }
  const given: Consolidation["given"][number][] = [];
  const changes = {
    touched: [] as { id: string; accesses: number }[],
    weighed: [] as { id: string; importance: number }[],
  };
  for (const { source_ids, target_id } of merges) {
    const sources = await graph.memories.byIds(source_ids);
    const target = await graph.memories.find(target_id);
    if (target === undefined) continue;
    const accesses = sources.reduce((sum, { access_count }) => sum + access_count, 0);
    const importance = Math.max(target.importance, ...sources.map((source) => source.importance));
    given.push({ id: target_id, accesses, importance: target.importance });
    changes.touched.push({ id: target_id, accesses });
    changes.weighed.push({ id: target_id, importance });
  }
  const consolidation: Consolidation = {
    id: `consolidation_${graph.scope.env.id()}`,
    at: nowMs,
    merges,
    removed,
    put: [...put.values()].map(keyPartsOf),
    given,
  };
  const { done } = await consolidationsOf(graph);
  const undoable = done.filter(({ at }) => nowMs - at <= DELETED_KEPT_MS);
  const kept = [...undoable, consolidation].slice(-REMEMBERED_MAX);
  const state = { consolidations: { done: kept } as unknown as JsonObject };
  const all: Changes = {
    ...changes,
    state,
    edges_removed: removed.map(keyPartsOf),
    edges: [...put.values()],
    deleted: [...into].map(([id, merged_into]) => ({ id, reason: "consolidated", merged_into })),
  };
  return { consolidation, changes: all };
}

/** What undoing a consolidation changes: who left comes back, with their edges. */
export async function undoChanges(graph: Graph, id: string): Promise<{ undone: Consolidation; changes: Changes }> {
  const { done } = await consolidationsOf(graph);
  const undone = done.find((one) => one.id === id);
  if (undone === undefined) {
    const words = "There is no consolidation with this id that could still be undone.";
    throw refuse("INVALID_PARAMS", words, "consolidation_not_found", { consolidation_id: id });
  }
  if (graph.scope.env.now() - undone.at > DELETED_KEPT_MS) {
    throw refuse("INVALID_PARAMS", "It was consolidated more than 30 days ago.", "too_late", { consolidation_id: id });
  }
  requireLast(done, undone);
  const rest = { done: done.filter((one) => one.id !== id) };
  return {
    undone,
    changes: {
      restored: undone.merges.flatMap(({ source_ids }) => source_ids),
      edges_removed: undone.put,
      edges: undone.removed,
      touched: undone.given.map(({ id: target, accesses }) => ({ id: target, accesses: -accesses })),
      weighed: undone.given.map(({ id: target, importance }) => ({ id: target, importance })),
      state: { consolidations: rest as unknown as JsonObject },
    },
  };
}

/** Who came back would be tied to somebody who has left since. */
function requireLast(done: readonly Consolidation[], undone: Consolidation): void {
  const stayed = new Set(undone.merges.map(({ target_id }) => target_id));
  const later = done
    .slice(done.indexOf(undone) + 1)
    .find(({ merges }) => merges.some(({ source_ids }) => source_ids.some((source) => stayed.has(source))));
  if (later === undefined) return;
  const words = "A memory that stayed then was merged later itself: undo that consolidation first.";
  throw refuse("INVALID_PARAMS", words, "merged_again", { consolidation_id: undone.id, undo_first: later.id });
}

function viewOf({ id, created_at, access_count, importance, content }: Memory, alignment: number): MergeView {
  return { id, created_at, accesses: access_count, importance, alignment, chars: content.length };
}

function keyPartsOf({ source, target, edge_type }: EdgeKey): EdgeKey {
  return { source, target, edge_type };
}

function keyOf({ source, target, edge_type }: EdgeKey): string {
  return `${source} ${target} ${edge_type}`;
}
