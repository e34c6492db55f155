import { GRAPH_SPACE } from "../apply/document.ts";
import type { Graph } from "../graph.ts";
import { modulatorsAt } from "../model/modulators.ts";
import { alignmentOf } from "../model/purpose.ts";
import { coverage, expanded, expansion, type Rarity } from "../model/retrieval/keywords.ts";
import { rankPool } from "../model/retrieval/rank-pool.ts";
import { maxSim, similarity } from "../model/similarity.ts";
import type { Dense, Fingerprint, Sparse, Tokens } from "../model/spaces/embedding.ts";
import type { Modality } from "../model/spaces/modality.ts";
import { E1, E2, E3, E4, E6, E12, E13, eachSpace } from "../model/spaces/names.ts";
import { dominantOf } from "../model/teleology/vector.ts";
import { asCandidate, type Candidate, candidatesNear } from "./candidates.ts";
import { readDirection, readGoalWeight } from "./direction.ts";

export interface Asked {
  readonly text: string;
  readonly fingerprint: Fingerprint;
  readonly limit: number;
  readonly modality?: Modality | undefined;
  /** Only memories of this session. */
  readonly session?: string | undefined;
  /** Only memories that have all of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** A memory that was found, and why it stands where it stands. */
export interface Found extends Candidate {
  readonly similarity: number;
  /** How like the question it is in each space; null where one of them says nothing there or the space was not asked. */
  readonly spaces: readonly (number | null)[];
  readonly stages: { readonly index: number; readonly head: number; readonly fusion: number; readonly tokens: number };
  readonly alignments: readonly number[];
  readonly theta: number;
  readonly dominant: number;
}

/** Comparing what the index puts further down found nothing more in the development chats, and costs as much. */
const INDEXED_MAX = 300;
const NEAR_EACH = 100;
/** A graph of up to so many memories is compared whole. */
const WHOLE_MAX = 400;
const BY_HEAD_MAX = 1000;
const HEAD = 128;
const EXPANDING = 10;

/** One that may answer, with what the first stages measured. */
export interface Scored extends Candidate {
  readonly index: number;
  readonly head: number;
  readonly spaces: readonly (number | null)[];
}

/** The five stages: words and meaning of the index, the head of the meaning, all spaces together, the goal, token by token. */
export async function retrieve(graph: Graph, asked: Asked): Promise<Found[]> {
  const pool = await gather(graph, asked);
  const direction = await readDirection(graph);
  const modulators = modulatorsAt(await graph.state.get("modulators"), graph.scope.env.now());
  const alignments = pool.map(({ fingerprint }) => once(() => direction(fingerprint)));
  const question = asked.fingerprint.of(E12) as Tokens;
  const ranked = rankPool(
    pool,
    {
      theta: (at) => alignmentOf(alignments[at]?.() ?? []),
      tokens: (at) => maxSim(question, pool[at]?.fingerprint.of(E12) as Tokens),
    },
    { limit: asked.limit, goalWeight: await readGoalWeight(graph), modulators },
  );
  return ranked.map(({ at, similarity: score, fusion, tokens, theta }): Found => {
    const { memory, fingerprint, index, head, spaces } = pool[at] as Scored;
    return {
      memory,
      fingerprint,
      similarity: score,
      spaces: spaces.map((value, space) => (space === E12 ? tokens : value)),
      stages: { index, head, fusion, tokens },
      alignments: alignments[at]?.() ?? [],
      theta,
      dominant: dominantOf(alignments[at]?.() ?? []),
    };
  });
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Stages 1 and 2, and what stage 3 compares: all that may answer. */
export async function gather(graph: Graph, asked: Asked): Promise<Scored[]> {
  const pool = byHead(await byIndex(graph, asked), asked.fingerprint);
  const rarity = await rarityOf(graph, asked.fingerprint, pool);
  const spaces = spacesOf(asked.fingerprint, pool, rarity);
  return pool.map((candidate, at) => ({ ...candidate, spaces: spaces[at] ?? [] }));
}

type Headed = Omit<Scored, "spaces">;

/** Stage 1: what the kernel's index finds by words and meaning, and what shares words or meaning with the fingerprint. */
async function byIndex(graph: Graph, asked: Asked): Promise<(Candidate & { index: number })[]> {
  const { text, modality, session, tags = [] } = asked;
  const filters = modality === undefined ? {} : { filters: { modality } };
  const { hits } = await graph.scope.search.find({ space: GRAPH_SPACE, text, limit: INDEXED_MAX, ...filters });
  const scores = new Map(hits.map(({ document, score }) => [document.id, score]));
  const near = await nearOrAll(graph, asked);
  const known = new Set(near.map(({ memory }) => memory.id));
  const others = (await graph.memories.byIds([...scores.keys()].filter((id) => !known.has(id)))).map(
    asCandidate(graph),
  );
  return [...near, ...others]
    .filter(({ memory }) => modality === undefined || memory.modality === modality)
    .filter(({ memory }) => session === undefined || memory.session_id === session)
    .filter(({ memory }) => tags.every((tag) => memory.tags.includes(tag)))
    .map((candidate) => ({ ...candidate, index: scores.get(candidate.memory.id) ?? 0 }))
    .sort((a, b) => a.memory.position - b.memory.position);
}

async function nearOrAll(graph: Graph, { fingerprint, session, tags = [] }: Asked): Promise<Candidate[]> {
  if (session !== undefined || tags.length > 0) {
    // The index knows neither: of a session or under a tag the newest are compared, and what it finds of them beside.
    return (await graph.memories.newestOf(session, tags, WHOLE_MAX)).map(asCandidate(graph));
  }
  const { memories } = await graph.features.totals();
  if (memories > WHOLE_MAX) return candidatesNear(graph, fingerprint, NEAR_EACH);
  return (await graph.memories.newest(WHOLE_MAX)).map(asCandidate(graph));
}

/** Stage 2: the first numbers of the meaning, cheap to compare, leave a thousand. */
function byHead(pool: readonly (Candidate & { index: number })[], question: Fingerprint): Headed[] {
  const head = (of: Fingerprint): Dense => ({ kind: "dense", values: (of.of(E1) as Dense).values.subarray(0, HEAD) });
  const asked = head(question);
  const scored = pool.map((candidate) => ({ ...candidate, head: similarity(asked, head(candidate.fingerprint)) ?? 0 }));
  if (scored.length <= BY_HEAD_MAX) return scored;
  return [...scored].sort((a, b) => b.index + b.head - (a.index + a.head)).slice(0, BY_HEAD_MAX);
}

/** How rare the words of a question are, and of those that its best matches share. */
async function rarityOf(graph: Graph, question: Fingerprint, pool: readonly Headed[]): Promise<Rarity> {
  const { memories } = await graph.features.totals();
  const words = new Set([
    ...(question.of(E6) as Sparse).indices,
    ...(question.of(E13) as Sparse).indices,
    ...bestOf(pool).flatMap(({ fingerprint }) => [...(fingerprint.of(E6) as Sparse).indices]),
  ]);
  return { memories, counts: await graph.features.countsOf([...words]) };
}

function bestOf(pool: readonly Headed[]): Headed[] {
  return [...pool].sort((a, b) => b.index - a.index).slice(0, EXPANDING);
}

/** Not asked: a question stands in no session, and that it is asked now says nothing about the cycles it is about. */
const NOT_ASKED: ReadonlySet<number> = new Set([E3, E4]);
/** Compared last, and only with the best. */
const LATER: ReadonlySet<number> = new Set([E12]);

/** Stage 3 compares in every space; words by how rare they are. */
function spacesOf(question: Fingerprint, pool: readonly Headed[], rarity: Rarity): (number | null)[][] {
  const asked = question.of(E6) as Sparse;
  const more = expansion(
    asked,
    bestOf(pool).map(({ fingerprint }) => fingerprint.of(E6) as Sparse),
    rarity,
  );
  const wide = expanded(question.of(E13) as Sparse, more);
  return pool.map(({ fingerprint }) =>
    eachSpace((space) => {
      if (NOT_ASKED.has(space) || LATER.has(space)) return null;
      if (space === E6) return coverage(asked, fingerprint.of(E6) as Sparse, rarity);
      if (space === E13) return coverage(wide, fingerprint.of(E13) as Sparse, rarity);
      if (space === E2) return recency(question, fingerprint);
      return similarity(question.of(space), fingerprint.of(space));
    }),
  );
}

const recency = (question: Fingerprint, memory: Fingerprint): number | null =>
  similarity(question.of(E2), memory.of(E2));
