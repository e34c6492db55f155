import { cutList } from "../../../kernel/index.ts";
import { GRAPH_SPACE } from "../apply/document.ts";
import { refuse } from "../errors.ts";
import type { Graph } from "../graph.ts";
import { alignmentOf } from "../model/purpose.ts";
import { similarities } from "../model/similarity.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import { SPACES } from "../model/spaces/names.ts";
import { unpack } from "../model/spaces/pack.ts";
import { type CompareOptions, compare, cosine } from "../model/teleology/compare.ts";
import { synergyOf } from "../model/teleology/synergy.ts";
import { dominantOf, type TeleologicalVector, vectorOf } from "../model/teleology/vector.ts";
import { asCandidate, type Candidate, candidatesNear, fingerprintOf } from "../search/candidates.ts";
import { readDirection } from "../search/direction.ts";
import { fingerprintOfText } from "../search/given-fingerprint.ts";
import { isBlank } from "../search/require-content.ts";

export interface TeleologicalRequest {
  readonly query_content?: string | undefined;
  readonly query_vector_id?: string | undefined;
  readonly options: Omit<CompareOptions, "synergy">;
  readonly minSimilarity: number;
  readonly maxResults: number;
  readonly includeBreakdown: boolean;
  readonly includeContent: boolean;
}

const NEAR_MIN = 200;
const WHOLE_MAX = 400;
const RESULT_CHARS = 42_000;

/** Memories whose vectors are most like that of a text, a memory or a kept vector. */
export async function searchTeleologicalFor(graph: Graph, request: TeleologicalRequest) {
  const started = graph.scope.env.monotonicMs();
  const query = await queryOf(graph, request);
  const direction = await readDirection(graph);
  const synergy = synergyOf(await graph.state.get("synergy"));
  const asked = query.vector ?? vectorOf(direction(query.fingerprint), synergy);
  const pool = await poolOf(graph, query, Math.max(NEAR_MIN, request.maxResults));
  const found = pool
    .filter(({ memory }) => memory.id !== query.memoryId)
    .map(({ memory, fingerprint }) => {
      const vector = vectorOf(direction(fingerprint), synergy);
      return { memory, fingerprint, vector, score: compare(asked, vector, { ...request.options, synergy }) };
    })
    .filter(({ score }) => score >= request.minSimilarity)
    .sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1))
    .slice(0, request.maxResults);
  const results = found.map(({ memory, fingerprint, vector, score }, at) => ({
    rank: at + 1,
    id: memory.id,
    similarity: score,
    purpose_alignment: alignmentOf(vector.purpose_vector),
    dominant_embedder: SPACES[dominantOf(vector.purpose_vector)]?.label ?? "",
    ...(request.includeBreakdown && { breakdown: breakdownOf(score, query.fingerprint, fingerprint, asked, vector) }),
    ...(request.includeContent && { content: memory.content }),
  }));
  const { items, cut } = cutList(results, 0, RESULT_CHARS, ({ content: _content, ...item }) => item);
  return {
    success: true,
    strategy: request.options.strategy,
    scope: request.options.scope,
    query_type: query.type,
    search_latency_ms: graph.scope.env.monotonicMs() - started,
    num_results: items.length,
    results: items,
    ...(cut.truncated === true && { truncated: true }),
  };
}

interface Query {
  readonly type: "content" | "memory" | "vector";
  readonly text?: string;
  readonly fingerprint: Fingerprint;
  readonly vector?: TeleologicalVector;
  readonly memoryId?: string;
}

async function queryOf(graph: Graph, { query_content, query_vector_id }: TeleologicalRequest): Promise<Query> {
  if ((query_content === undefined) === (query_vector_id === undefined)) {
    throw refuse("INVALID_PARAMS", "Give either query_content or query_vector_id", "query_missing");
  }
  if (query_content !== undefined) {
    if (isBlank(query_content)) throw refuse("INVALID_PARAMS", "query_content must hold some text", "query_empty");
    return { type: "content", text: query_content, fingerprint: await fingerprintOfText(graph, query_content) };
  }
  const id = query_vector_id as string;
  const now = graph.scope.env.now();
  const memory = await graph.memories.find(id);
  if (memory !== undefined) {
    return { type: "memory", text: memory.content, fingerprint: fingerprintOf(memory, now), memoryId: id };
  }
  const kept = await graph.vectors.get(id);
  if (kept === undefined) {
    const words = "query_vector_id names neither a memory nor a kept vector";
    throw refuse("INVALID_PARAMS", words, "vector_not_found", { query_vector_id: id });
  }
  const fingerprint = unpack(Buffer.from(kept.fingerprint, "base64"), { createdAt: now, position: 0, now });
  return { type: "vector", fingerprint, vector: kept };
}

/** A small graph whole; of a large one what shares words or meaning with the query. */
async function poolOf(graph: Graph, { fingerprint, text }: Query, each: number): Promise<Candidate[]> {
  const { memories } = await graph.features.totals();
  if (memories <= WHOLE_MAX) return (await graph.memories.newest(WHOLE_MAX)).map(asCandidate(graph));
  const near = await candidatesNear(graph, fingerprint, each);
  if (text === undefined) return near;
  const known = new Set(near.map(({ memory }) => memory.id));
  const { hits } = await graph.scope.search.find({ space: GRAPH_SPACE, text, limit: each });
  const others = hits.map(({ document }) => document.id).filter((id) => !known.has(id));
  return [...near, ...(await graph.memories.byIds(others)).map(asCandidate(graph))];
}

/** How alike the two are space by space, and by each part of their vectors. */
function breakdownOf(
  score: number,
  asked: Fingerprint,
  found: Fingerprint,
  one: TeleologicalVector,
  other: TeleologicalVector,
) {
  return {
    similarity: score,
    purpose_alignment: alignmentOf(other.purpose_vector),
    embedder_scores: similarities(asked, found),
    stage_scores: {
      purpose_vector: cosine(one.purpose_vector, other.purpose_vector),
      cross_correlations: cosine(one.cross_correlations, other.cross_correlations),
      group_alignments: cosine(one.group_alignments, other.group_alignments),
    },
  };
}
