import { sha256 } from "../../../kernel/index.ts";
import type { Graph } from "../graph.ts";
import { noveltyOf } from "../model/delta/delta.ts";
import type { Edge } from "../model/edge.ts";
import type { Learnt, MemoryRecord } from "../model/memory.ts";
import { toPayload } from "../model/recorded.ts";
import { scrubAll } from "../model/scrub.ts";
import { embedText } from "../model/spaces/embed.ts";
import type { Fingerprint } from "../model/spaces/embedding.ts";
import type { Modality } from "../model/spaces/modality.ts";
import { E8, SPACE_COUNT } from "../model/spaces/names.ts";
import { repack, unpack } from "../model/spaces/pack.ts";
import { showFingerprint } from "../model/spaces/show-fingerprint.ts";
import { embedStructure, ownLabel } from "../model/spaces/structure.ts";
import { type Tied, tiesOf } from "../model/ties.ts";
import { ACTIVITY, activityFrom } from "../model/utl/activity.ts";
import { emotionalWeight } from "../model/utl/emotion.ts";
import { learningScore } from "../model/utl/learning.ts";
import { stageAt } from "../model/utl/lifecycle.ts";
import { asCandidate, type Candidate, fingerprintOf } from "../search/candidates.ts";
import { modelTexts } from "../search/embed-content.ts";
import { coherenceWith, knownNear } from "../search/known.ts";
import { requireContent } from "../search/require-content.ts";
import { impressedRows } from "./impress.ts";

export interface ToRemember {
  readonly content: string;
  readonly rationale: string | null;
  readonly modality: Modality;
  readonly importance: number;
  readonly tags: readonly string[];
  readonly session_id: string;
  readonly occurred_at?: string | undefined;
}

/** A memory that only waits to be recorded; the ends of its edges that are itself are still without an id. */
export interface Prepared {
  readonly memory: Omit<MemoryRecord, "id">;
  readonly edges: readonly Edge[];
  readonly embeddingMs: number;
}

/** Stands for the memory that has no id yet. */
const ITSELF = "itself";

/** All that takes long about a new memory: its secrets out, its fingerprint made, what it is near to, and what is new in it. */
export async function prepareMemory(graph: Graph, wanted: ToRemember): Promise<Prepared> {
  const { env } = graph.scope;
  // Whatever of it is kept is clean: why it matters, its session and its tags too.
  const { texts, found } = scrubAll([wanted.content, wanted.rationale ?? "", wanted.session_id, ...wanted.tags]);
  const [content = "", rationale = "", session_id = "", ...tags] = texts;
  requireContent(content);
  if (wanted.rationale !== null) requireContent(rationale, "rationale");
  const started = env.monotonicMs();
  const { model, modelled } = await modelTexts(graph, [content]);
  const occurredAt = wanted.occurred_at === undefined ? null : Date.parse(wanted.occurred_at);
  const createdAt = occurredAt ?? env.now();
  const position = await graph.memories.nextInSession(session_id);
  const moment = { createdAt, position, now: createdAt };
  const place = { tags, session: session_id, modality: wanted.modality };
  const made = modelled[0] as (typeof modelled)[number];
  const alone = embedText(content, wanted.modality, { ...place, neighbours: [] }, made);
  const near = await nearTo(graph, unpack(alone, moment), session_id);
  const itself: Tied = {
    id: ITSELF,
    content,
    session: session_id,
    createdAt,
    fingerprint: unpack(alone, moment),
  };
  const edges = tiesOf(itself, near.map(asTied));
  // Whom it is tied to changes its place in the graph, and nothing else of it.
  const packed = repack(alone, E8, embedStructure(content, { ...place, neighbours: neighboursOf(edges, near) }));
  const learnt = await learntFrom(graph, content, unpack(packed, moment), near, edges);
  return {
    memory: {
      content,
      content_hash: sha256(content),
      rationale: wanted.rationale === null ? null : rationale,
      modality: wanted.modality,
      importance: wanted.importance,
      tags,
      session_id,
      occurred_at: occurredAt,
      fingerprint: Buffer.from(packed).toString("base64"),
      model,
      learnt,
      scrubbed: found,
    },
    edges,
    embeddingMs: env.monotonicMs() - started,
  };
}

/** Records a prepared memory and answers with what the contract tells of it. */
export async function storeAndAnswer(graph: Graph, kind: string, prepared: Prepared, includeFingerprint: boolean) {
  const { memory, edges } = await withId(graph, prepared);
  const state = await impressedRows(graph, memory);
  const { at } = await graph.scope.record({ kind, payload: toPayload({ memory, edges, state }) });
  const stored = includeFingerprint ? await graph.memories.find(memory.id) : undefined;
  return {
    memory,
    fingerprintId: memory.id,
    embedderCount: SPACE_COUNT,
    embeddingLatencyMs: prepared.embeddingMs,
    edgesCreated: edges.length,
    scrubbed: { ...memory.scrubbed },
    ...(stored !== undefined && { fingerprint: showFingerprint(fingerprintOf(stored, at)) }),
  };
}

/** The memory with its id, and the edges to those that are still there. */
async function withId(graph: Graph, { memory, edges }: Prepared): Promise<{ memory: MemoryRecord; edges: Edge[] }> {
  const id = graph.scope.env.id();
  const ends = edges.flatMap(({ source, target }) => [source, target]).filter((end) => end !== ITSELF);
  const living = new Set((await graph.memories.byIds([...new Set(ends)])).map((other) => other.id));
  const named = edges
    .map((edge) => ({
      ...edge,
      source: edge.source === ITSELF ? id : edge.source,
      target: edge.target === ITSELF ? id : edge.target,
    }))
    .filter(({ source, target }) => [source, target].every((end) => end === id || living.has(end)));
  return { memory: { ...memory, id }, edges: named };
}

async function nearTo(graph: Graph, fingerprint: Candidate["fingerprint"], session: string): Promise<Candidate[]> {
  const near = await knownNear(graph, fingerprint);
  const known = new Set(near.map(({ memory }) => memory.id));
  const [last] = await graph.memories.lastOfSession(session, 1);
  if (last === undefined || known.has(last.id)) return near;

  return [...near, asCandidate(graph)(last)];
}

function asTied({ memory, fingerprint }: Candidate): Tied {
  return {
    id: memory.id,
    content: memory.content,
    session: memory.session_id,
    createdAt: memory.created_at,
    fingerprint,
  };
}

/** Those it is tied to, each once, with their own labels. */
function neighboursOf(edges: readonly Edge[], near: readonly Candidate[]) {
  const weights = new Map<string, number>();
  for (const { source, target, weight } of edges) {
    const other = source === ITSELF ? target : source;
    weights.set(other, Math.max(weights.get(other) ?? 0, weight));
  }
  return near
    .filter(({ memory }) => weights.has(memory.id))
    .map(({ memory }) => ({
      id: memory.id,
      label: ownLabel(memory, memory.content),
      weight: weights.get(memory.id) ?? 0,
    }));
}

async function learntFrom(
  graph: Graph,
  content: string,
  fingerprint: Fingerprint,
  near: readonly Candidate[],
  edges: readonly Edge[],
): Promise<Learnt> {
  const known = near.map((candidate) => candidate.fingerprint);
  const { aggregate: delta_s } = noveltyOf(fingerprint, known);
  const { delta_c } = await coherenceWith(graph, fingerprint, near, edges);
  const { interactions } = activityFrom(await graph.state.get(ACTIVITY));
  const learning_score = learningScore(delta_s, delta_c, stageAt(interactions), emotionalWeight(content));
  return { delta_s, delta_c, learning_score };
}
