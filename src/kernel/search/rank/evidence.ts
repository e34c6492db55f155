import { isSpokenBy, type Measured } from "./features.ts";
import type { PreparedDocument } from "./prepare.ts";
import { type EvidenceWeights, type Weights, weigh } from "./weigh.ts";

/** What tells an answer that is there from one that only looks so. */
export interface EvidenceSignals {
  /** Share of the question that the best document covers, related words counting in part. */
  readonly covered: number;
  /** How close in meaning the best place is; 0 without vectors. */
  readonly close: number;
  /**
   * How much better the best by the person asked about is than the best by anyone else; 0 if the question names
   * nobody. Below zero, what is asked of one was said by another.
   */
  readonly owned: number;
}

const OWNED_MAX = 3;

export function evidenceSignals(
  { question, table }: Measured,
  pool: readonly PreparedDocument[],
  weights: Weights,
): EvidenceSignals {
  return {
    covered: greatest(table.kin_before),
    close: greatest(table.meaning_around),
    owned: question.isSubjectNamed ? ownedBy(question.subject, { question, table }, pool, weights) : 0,
  };
}

/** The chance that the pool holds an answer. */
export function estimateEvidence(signals: EvidenceSignals, weights: EvidenceWeights): number {
  const { bias, covered, close, owned } = weights;
  return 1 / (1 + Math.exp(-(bias + covered * signals.covered + close * signals.close + owned * signals.owned)));
}

function ownedBy(
  subject: string | undefined,
  { table }: Measured,
  pool: readonly PreparedDocument[],
  weights: Weights,
): number {
  const scores = weigh(table, { ...weights, speaker: 0, speaker_when: 0 });
  const mine = scores.filter((_, index) => isMine(pool[index], subject));
  const others = scores.filter((_, index) => !isMine(pool[index], subject));
  if (mine.length === 0 || others.length === 0) return 0;
  return Math.min(OWNED_MAX, Math.max(-OWNED_MAX, greatest(mine) - greatest(others)));
}

function isMine(prepared: PreparedDocument | undefined, subject: string | undefined): boolean {
  return prepared !== undefined && isSpokenBy(prepared.document, subject);
}

function greatest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}
