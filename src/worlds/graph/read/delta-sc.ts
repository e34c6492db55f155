import type { JsonObject } from "../../../kernel/index.ts";
import { memoryNotFound } from "../errors.ts";
import type { Graph } from "../graph.ts";
import { type Coherence, WEIGHTS } from "../model/delta/coherence.ts";
import { isUnchanged, type Novelty, noveltyOf } from "../model/delta/delta.ts";
import { methodName } from "../model/delta/methods.ts";
import { similarity } from "../model/similarity.ts";
import type { Embedding, Fingerprint } from "../model/spaces/embedding.ts";
import { eachSpace, SPACE_COUNT, SPACES } from "../model/spaces/names.ts";
import { clampThreshold, quadrantOf } from "../model/utl/johari.ts";
import type { Candidate } from "../search/candidates.ts";
import { type Given, readGiven, requireWhole } from "../search/given-fingerprint.ts";
import { coherenceWith, knownNear } from "../search/known.ts";
import { readPulse } from "./pulse.ts";

export interface DeltaScRequest {
  readonly vertex_id?: string | undefined;
  readonly old_fingerprint: unknown;
  readonly new_fingerprint: unknown;
  readonly include_diagnostics: boolean;
  readonly johari_threshold: number;
}

/** What is new and what holds together when one fingerprint takes the place of another. */
export async function deltaScOf(graph: Graph, request: DeltaScRequest) {
  const started = graph.scope.env.monotonicMs();
  // Together: while the model reads one text, the other is brought into the rest of the spaces.
  const [old, given] = await Promise.all([
    readGiven(graph, request.old_fingerprint, "old_fingerprint"),
    readGiven(graph, request.new_fingerprint, "new_fingerprint"),
  ]);
  const fingerprint = requireWhole(given, "new_fingerprint");
  const vertex = request.vertex_id === undefined ? given.memoryId : await knownVertex(graph, request.vertex_id);
  const near = await knownNear(graph, fingerprint, [vertex, given.memoryId]);
  const novelty = noveltyOf(
    fingerprint,
    near.map((candidate) => candidate.fingerprint),
    old.of,
  );
  const edges = vertex === null ? null : await graph.edges.around([vertex]);
  const coherence = await coherenceWith(graph, fingerprint, near, edges);
  const delta_c = isUnchanged(fingerprint, old.of) ? (await readPulse(graph)).coherence : coherence.delta_c;
  const threshold = clampThreshold(request.johari_threshold);
  return {
    delta_s_per_embedder: [...novelty.per_embedder],
    delta_s_aggregate: novelty.aggregate,
    delta_c,
    johari_quadrants: novelty.per_embedder.map((value) => quadrantOf(value, delta_c, threshold)),
    johari_aggregate: quadrantOf(novelty.aggregate, delta_c, threshold),
    utl_learning_potential: novelty.aggregate * delta_c,
    ...(novelty.warnings.length > 0 && { warnings: [...novelty.warnings] }),
    ...(request.include_diagnostics && {
      diagnostics: diagnosticsOf({
        novelty,
        coherence,
        threshold,
        old,
        fingerprint,
        near,
        elapsedMs: graph.scope.env.monotonicMs() - started,
      }),
    }),
  };
}

/** A vertex that the graph does not hold is no error: then the embeddings alone decide. */
async function knownVertex(graph: Graph, id: string): Promise<string | null> {
  return (await graph.memories.find(id))?.id ?? null;
}

interface Measured {
  readonly novelty: Novelty;
  readonly coherence: Coherence;
  readonly threshold: number;
  readonly old: Given;
  readonly fingerprint: Fingerprint;
  readonly near: readonly Candidate[];
  readonly elapsedMs: number;
}

function diagnosticsOf({ novelty, coherence, threshold, old, fingerprint, near, elapsedMs }: Measured): JsonObject {
  const { cluster, connectivity, consistency } = coherence;
  return {
    methods_used: eachSpace(methodName),
    connectivity,
    cluster_fit: cluster.fit,
    consistency,
    computation_time_us: Math.round(elapsedMs * 1000),
    embedder_weights: eachSpace(() => 1 / SPACE_COUNT),
    history_size: near.length,
    per_embedder: SPACES.map(({ label }, space) => ({
      embedder: label,
      embedder_index: space,
      delta_s: novelty.per_embedder[space] ?? 0,
      delta_c: nearestLikeness(fingerprint.of(space), near, space),
      old_embedding_dim: sizeOf(old.of(space)),
      new_embedding_dim: sizeOf(fingerprint.of(space)),
    })),
    johari_threshold: threshold,
    delta_c_components: { connectivity, cluster_fit: cluster.fit, consistency, weights: { ...WEIGHTS } },
    cluster_fit_details: {
      silhouette: cluster.silhouette,
      intra_distance: cluster.intra_distance,
      inter_distance: cluster.inter_distance,
    },
  };
}

const NEAREST = 5;

/** How well it holds together in one space alone: how like the nearest there are. */
function nearestLikeness(embedding: Embedding, near: readonly Candidate[], space: number): number {
  const likenesses = near
    .map(({ fingerprint }) => similarity(embedding, fingerprint.of(space)) ?? 0)
    .sort((a, b) => b - a)
    .slice(0, NEAREST);
  return likenesses.length === 0 ? 0 : likenesses.reduce((sum, value) => sum + value, 0) / likenesses.length;
}

/** How many numbers, words or tokens an embedding has; 0 where there is none. */
function sizeOf(embedding: Embedding | undefined): number {
  if (embedding === undefined) return 0;
  if (embedding.kind === "tokens") return embedding.tokens.length;
  return embedding.kind === "sparse" ? embedding.dimensions : embedding.values.length;
}

/** What is new in one space of a memory against its neighbours, and how well the memory holds together. */
export async function deltaOfMemory(
  graph: Graph,
  id: string,
  space: number,
): Promise<{ delta_s: number; delta_c: number }> {
  const memory = await graph.memories.find(id);
  if (memory === undefined) throw memoryNotFound(id);
  const fingerprint = requireWhole(await readGiven(graph, id, "memory_id"), "memory_id");
  const near = await knownNear(graph, fingerprint, [id]);
  const novelty = noveltyOf(
    fingerprint,
    near.map((candidate) => candidate.fingerprint),
  );
  const coherence = await coherenceWith(graph, fingerprint, near, await graph.edges.around([id]));
  return { delta_s: novelty.per_embedder[space] ?? 0, delta_c: coherence.delta_c };
}
