import { refuse } from "../errors.ts";
import type { Graph } from "../graph.ts";
import { alignmentOf } from "../model/purpose.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import { unpack } from "../model/spaces/pack.ts";
import { synergyOf } from "../model/teleology/synergy.ts";
import { vectorOf } from "../model/teleology/vector.ts";
import { fingerprintOf } from "../search/candidates.ts";
import { readDirection } from "../search/direction.ts";

/** A memory or a kept vector that feedback may name. */
export interface Judgeable {
  readonly fingerprint: Fingerprint;
  readonly correlations: readonly number[];
  readonly alignment: number;
  readonly modality: string;
  readonly tags: readonly string[];
  /** The memory behind it, where there is one. */
  readonly memoryId: string | null;
}

/** What an id stands for: a living memory, or a vector that was kept. */
export async function requireJudgeable(graph: Graph, id: string, argument: string): Promise<Judgeable> {
  const nowMs = graph.scope.env.now();
  const memory = await graph.memories.find(id);
  if (memory !== undefined) {
    const fingerprint = fingerprintOf(memory, nowMs);
    const purpose = (await readDirection(graph))(fingerprint);
    const correlations = vectorOf(purpose, synergyOf(await graph.state.get("synergy"))).cross_correlations;
    const { modality, tags } = memory;
    return { fingerprint, correlations, alignment: alignmentOf(purpose), modality, tags, memoryId: id };
  }
  const vector = await graph.vectors.get(id);
  if (vector === undefined) {
    const words = `${argument} names neither a memory nor a kept vector: nothing was ever returned under it.`;
    throw refuse("INVALID_PARAMS", words, "never_returned", { argument });
  }
  const moment = { createdAt: nowMs, position: 0, now: nowMs };
  return {
    fingerprint: unpack(Buffer.from(vector.fingerprint, "base64"), moment),
    correlations: vector.cross_correlations,
    alignment: alignmentOf(vector.purpose_vector),
    modality: "text",
    tags: [],
    memoryId: vector.memory_id,
  };
}
