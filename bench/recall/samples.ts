import type { Embedder } from "../../src/kernel/search/embed/index.ts";
import { type Measured, measure } from "../../src/kernel/search/rank/features.ts";
import type { TermStatistics } from "../../src/kernel/search/rank/index.ts";
import { type PreparedDocument, prepare } from "../../src/kernel/search/rank/prepare.ts";
import type { Question, Space } from "./corpus.ts";
import { vectorsOf } from "./vectors.ts";

/** One question with everything that was measured of each document. */
export interface Sample {
  readonly space: Space;
  readonly question: Question;
  readonly pool: readonly PreparedDocument[];
  readonly measured: Measured;
  /** Indices of the documents that answer it. */
  readonly evidence: readonly number[];
}

export interface Samples {
  /** Questions to the space they belong to. */
  readonly own: readonly Sample[];
  /** Questions to another space, where nothing answers them. */
  readonly foreign: readonly Sample[];
}

/** Measures every question in its own space, and those of chats also in the next chat. */
export async function measureSamples(
  spaces: readonly Space[],
  embedder: Embedder | undefined,
  progress: (line: string) => void,
): Promise<Samples> {
  const chats = spaces.filter(({ kind }) => kind === "turn");
  const own: Sample[] = [];
  const foreign: Sample[] = [];
  for (const space of spaces) {
    progress(`measuring ${space.name}`);
    const next = chats[(chats.indexOf(space) + 1) % chats.length];
    const strangers = space.kind === "turn" && next !== undefined && next !== space ? next.questions : [];
    const ask = await asker(space, strangers, embedder, progress);
    own.push(...space.questions.map(ask));
    foreign.push(...strangers.map((question) => ({ ...ask(question), evidence: [] })));
  }
  return { own, foreign };
}

async function asker(
  space: Space,
  strangers: readonly Question[],
  embedder: Embedder | undefined,
  progress: (line: string) => void,
): Promise<(question: Question) => Sample> {
  const pool = space.documents.map(prepare);
  const statistics = statisticsOf(pool);
  const indices = new Map(space.documents.map(({ id }, index) => [id, index]));
  const texts = [...space.questions, ...strangers].map(({ text }) => text);
  const vectors = embedder && (await vectorsOf(space, texts, embedder, progress));
  return (question) => ({
    space,
    question,
    pool,
    measured: measure(question.text, pool, statistics, space.kind, vectors?.(question.text)),
    evidence: [...question.evidence.keys()].flatMap((id) => indices.get(id) ?? []),
  });
}

/** Of this many terms on average a turn is an essay and no remark. */
const LONG_TERMS = 60;

export function hasLongTurns({ pool }: Pick<Sample, "pool">): boolean {
  return pool.reduce((sum, { length }) => sum + length, 0) > LONG_TERMS * pool.length;
}

export function statisticsOf(pool: readonly PreparedDocument[]): TermStatistics {
  const frequencies = new Map<string, number>();
  for (const { counts } of pool) {
    for (const term of counts.keys()) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  }
  return {
    documents: pool.length,
    averageLength: pool.reduce((sum, { length }) => sum + length, 0) / Math.max(1, pool.length),
    documentFrequency: (term) => frequencies.get(term) ?? 0,
  };
}
