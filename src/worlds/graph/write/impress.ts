import type { JsonObject } from "../../../kernel/index.ts";
import type { Graph } from "../graph.ts";
import type { MemoryRecord } from "../model/memory.ts";
import { IMPRESSED, impress, rowsOf } from "../model/mind/impress.ts";
import { activationOf, alignmentOf, type Masses, weighedIn } from "../model/purpose.ts";
import { unpack } from "../model/spaces/pack.ts";
import { rowOf, rowsNamed } from "../read/rows.ts";
import { readDirection } from "../search/direction.ts";

/** What a new memory does to the graph's own state: rows for the same entry that stores it. */
export async function impressedRows(graph: Graph, memory: MemoryRecord): Promise<Record<string, JsonObject>> {
  const nowMs = graph.scope.env.now();
  const position = await graph.memories.nextInSession(memory.session_id);
  const fingerprint = unpack(Buffer.from(memory.fingerprint, "base64"), { createdAt: nowMs, position, now: nowMs });
  const masses = await rowOf<Masses>(graph, "masses");
  const purpose = (await readDirection(graph))(fingerprint);
  const impression = {
    memory_id: memory.id,
    // How much it says in each space, whatever it is for.
    activation: activationOf(fingerprint, masses),
    purpose,
    importance: memory.importance,
    alignment: alignmentOf(purpose),
    surprise: memory.learnt.delta_s,
    learning: memory.learnt.learning_score,
  };
  return {
    ...impress(await rowsNamed(graph, IMPRESSED), impression, nowMs),
    ...rowsOf({ masses: weighedIn(masses, fingerprint) }),
  };
}
