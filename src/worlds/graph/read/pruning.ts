import type { Graph } from "../graph.ts";
import { type PruningView, qualityOf } from "../model/goals/pruning.ts";
import { alignmentOf } from "../model/purpose.ts";
import { fingerprintOf } from "../search/candidates.ts";
import { readDirection } from "../search/direction.ts";

const DAY_MS = 24 * 3_600_000;
const ANALYZED_MAX = 5000;

/** The memories that were stored first, as far as it matters whether they are still needed. */
export async function pruningViews(graph: Graph, minAgeDays: number, nowMs: number) {
  const purpose = await readDirection(graph);
  const views: PruningView[] = [];
  let analyzed = 0;
  for await (const some of graph.memories.all()) {
    const old = some.filter(({ created_at }) => nowMs - created_at >= minAgeDays * DAY_MS);
    const connections = new Map<string, number>();
    for (const { source, target } of await graph.edges.around(old.map(({ id }) => id))) {
      for (const end of [source, target]) connections.set(end, (connections.get(end) ?? 0) + 1);
    }
    for (const memory of old) {
      views.push({
        id: memory.id,
        content_hash: memory.content_hash,
        created_at: memory.created_at,
        accessed_at: memory.accessed_at,
        alignment: alignmentOf(purpose(fingerprintOf(memory, nowMs))),
        connections: connections.get(memory.id) ?? 0,
        quality: qualityOf({
          importance: memory.importance,
          coherence: memory.learnt.delta_c,
          accesses: memory.access_count,
        }),
        byte_size: Buffer.byteLength(memory.content) + memory.fingerprint.byteLength,
      });
    }
    analyzed += some.length;
    // In the order in which they were stored: what was said long ago may have been stored last.
    if (analyzed >= ANALYZED_MAX) break;
  }
  return { views, analyzed };
}
