import type { Kind } from "./document.ts";
import { EVIDENCE } from "./evidence-weights.ts";
import { isSpokenBy, type Measured } from "./features.ts";
import { byScoreThenId } from "./order.ts";
import type { PreparedDocument } from "./prepare.ts";
import { toldOf } from "./told.ts";
import { type Weights, weigh } from "./weigh.ts";
import type { Model } from "./weights.ts";

/** What tells an answer that is there from one that only looks so. */
export interface EvidenceSignals {
  /** Share of the question that one document covers, related words counting in part. */
  readonly covered: number;
  /** How close in meaning one document is; 0 without vectors. */
  readonly close: number;
  /**
   * How much better the best by the person asked about is than the best by anyone else; 0 if the question names
   * nobody. Below zero, what is asked of one was said by another.
   */
  readonly owned: number;
  /** Share of the question that stands nowhere, nor anything related. */
  readonly absent: number;
  /** How much of the question the best tell of the person asked about, rather than of another; 0 if it names nobody. */
  readonly told: number;
  readonly isEnglish: boolean;
}

/** With less, nothing is claimed: of the questions that have an answer, at most one in twenty lies below. */
export const EVIDENCE_LEAST = 0.5;

/** Other languages than English were not calibrated, and the bundled model does not read them: words alone decide. */
const COVERED_LEAST = 0.15;
const STEEPNESS = 40;

/** The signals that are weighed. */
export const SIGNALS = [
  "covered",
  "close",
  "owned",
  "absent",
  "told",
] as const satisfies readonly (keyof EvidenceSignals)[];

/** How many of the best are looked at for whom they tell of. */
const TOLD_BEST = 5;
const OWNED_MAX = 6;
/** Who speaks of themselves says what they did; who is asked about may also be greeted, or asked. */
const SELF_WEIGHT = 4;

export function evidenceSignals(
  measured: Measured,
  pool: readonly PreparedDocument[],
  weights: Weights,
): EvidenceSignals {
  const { question, table, closeness } = measured;
  const subject = question.isSubjectNamed ? question.subject : undefined;
  const isMine = (index: number) => isSpokenBy(pool[index]?.document, subject);
  const counts = subject === undefined || !pool.some((_, index) => isMine(index)) ? () => true : isMine;
  return {
    covered: greatest(table.kin, counts),
    close: greatest(closeness, counts),
    owned: subject === undefined ? 0 : owned(measured, weights, isMine),
    absent: absent(measured, pool),
    told: subject === undefined ? 0 : toldOf(subject, question, bestOf(weigh(table, weights), pool), pool),
    isEnglish: question.isEnglish,
  };
}

/** The chance that the pool holds an answer. */
export function estimateEvidence(signals: EvidenceSignals, kind: Kind, model: Model): number {
  const weights = EVIDENCE[kind][model];
  const sum = signals.isEnglish
    ? SIGNALS.reduce((sum, signal) => sum + weights[signal] * signals[signal], weights.bias)
    : STEEPNESS * (signals.covered - COVERED_LEAST);
  return 1 / (1 + Math.exp(-sum));
}

/** A date that was read is looked for in when things were said: that its words stand nowhere means nothing then. */
function absent({ question, reached }: Measured, pool: readonly PreparedDocument[]): number {
  const isTimed = pool.some(({ document }) => document.at !== undefined);
  let asked = 0;
  let missing = 0;
  for (const [term, weight] of question.weights.entries()) {
    if (isTimed && question.isDate[term]) continue;
    asked += weight;
    if (question.isAbsent[term]) missing += weight * (1 - (reached[term] ?? 0));
  }
  return asked === 0 ? 0 : missing / asked;
}

function bestOf(scores: Float64Array, pool: readonly PreparedDocument[]): PreparedDocument[] {
  return byScoreThenId(scores, pool)
    .slice(0, TOLD_BEST)
    .flatMap((index) => pool[index] ?? []);
}

function owned({ table }: Measured, weights: Weights, isMine: (index: number) => boolean): number {
  const scores = weigh(table, { ...weights, speaker: 0, speaker_when: 0 });
  const told = scores.map((score, index) => score + SELF_WEIGHT * (table.self[index] ?? 0));
  const mine = greatest(told, isMine);
  const others = greatest(told, (index) => !isMine(index));
  if (!Number.isFinite(mine) || !Number.isFinite(others)) return 0;
  return Math.min(OWNED_MAX, Math.max(-OWNED_MAX, mine - others));
}

function greatest(values: Float64Array, counts: (index: number) => boolean): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const [index, value] of values.entries()) if (value > most && counts(index)) most = value;
  return most;
}
