import { nearness } from "./dates.ts";
import { denseColumns } from "./dense.ts";
import type { Kind, RankDocument, TermStatistics, Vectors } from "./document.ts";
import { againstBest, lexicalColumns } from "./lexical.ts";
import { neighbourhoodOf } from "./neighbourhood.ts";
import type { PreparedDocument } from "./prepare.ts";
import { type Question, readQuestion } from "./question.ts";

/** What is measured of each document; the part of the explanation that each belongs to. */
export const FEATURES = {
  words: "words",
  words_before: "context",
  words_after: "context",
  words_around: "context",
  words_group: "context",
  coverage: "words",
  coverage_before: "context",
  coverage_when: "words",
  kin: "words",
  kin_before: "context",
  answers: "context",
  meaning: "meaning",
  meaning_around: "meaning",
  meaning_group: "meaning",
  speaker: "speaker",
  speaker_when: "speaker",
  date: "date",
  length: "shape",
  asks: "shape",
  after_question: "shape",
  timed: "shape",
  timed_when: "shape",
  self: "shape",
  shared: "context",
} as const;

export type Feature = keyof typeof FEATURES;
export type Part = (typeof FEATURES)[Feature];

/** One column a feature, one value a document of the pool. */
export type FeatureTable = Readonly<Record<Feature, Float64Array>>;

export interface Measured {
  readonly question: Question;
  readonly table: FeatureTable;
  /** How close in meaning each document is to the question; 0 without vectors. */
  readonly closeness: Float64Array;
  /** How close any document comes to each term of the question. */
  readonly reached: Float64Array;
}

export function measure(
  query: string,
  pool: readonly PreparedDocument[],
  statistics: TermStatistics,
  kind: Kind,
  vectors: Vectors | undefined,
): Measured {
  const question = readQuestion(query, pool, statistics, kind);
  const neighbourhood = neighbourhoodOf(pool);
  const lexical = lexicalColumns(question, pool, neighbourhood, statistics.averageLength, kind);
  const column = (value: (document: PreparedDocument, index: number) => number) => Float64Array.from(pool, value);
  const zero = new Float64Array(pool.length);
  const dense = vectors && denseColumns(pool, neighbourhood, vectors, lexical.kin);
  const near = (values: Float64Array, offset: number) =>
    column((_, index) => values[neighbourhood.near(index, offset)] ?? 0);
  const onlyWhen = (values: Float64Array) => (question.asksWhen ? values : zero);

  const speaker = column(({ document }) => (isSpokenBy(document, question.subject) ? 1 : 0));
  const timed = column((document) => (document.timed ? 1 : 0));
  const before = near(lexical.own, -1);
  const afterQuestion = column((_, index) => (pool[neighbourhood.near(index, -1)]?.asks === true ? 1 : 0));
  const table = {
    words: lexical.own,
    words_before: before,
    words_after: near(lexical.own, 1),
    words_around: lexical.around,
    words_group: lexical.group,
    coverage: lexical.coverage,
    coverage_before: lexical.coverageBefore,
    coverage_when: onlyWhen(lexical.coverage),
    kin: lexical.kin,
    kin_before: lexical.kinBefore,
    answers: column((_, index) => (afterQuestion[index] ?? 0) * (before[index] ?? 0)),
    meaning: againstBest(dense?.own ?? zero),
    meaning_around: dense?.around ?? zero,
    meaning_group: dense?.group ?? zero,
    speaker,
    speaker_when: onlyWhen(speaker),
    date: column(({ document }) => dateFit(document.at, question)),
    length: column(({ length }) => Math.log1p(length)),
    asks: column((document) => (document.asks ? 1 : 0)),
    after_question: afterQuestion,
    timed,
    timed_when: onlyWhen(timed),
    self: column((document) => document.self),
    // Known only when the best are: see `rank`.
    shared: zero,
  };
  return { question, table, closeness: dense?.own ?? zero, reached: lexical.reached };
}

/** Whether this speaker, in lower case, said it. */
export function isSpokenBy(document: Pick<RankDocument, "speaker"> | undefined, subject: string | undefined): boolean {
  return subject !== undefined && document?.speaker?.toLowerCase() === subject;
}

function dateFit(at: number | undefined, { dates }: Question): number {
  return at === undefined ? 0 : Math.max(0, ...dates.map((date) => nearness(at, date)));
}
