import { isCompoundOf } from "./compounds.ts";
import type { Kind } from "./document.ts";
import type { Neighbourhood } from "./neighbourhood.ts";
import type { PreparedDocument } from "./prepare.ts";
import type { Question } from "./question.ts";
import { related } from "./thesaurus.ts";

/** What words say of each document of the pool, one column each. */
export interface LexicalColumns {
  /** BM25 of the document, of itself with its neighbours and of its group, each against the best of the pool. */
  readonly own: Float64Array;
  readonly around: Float64Array;
  readonly group: Float64Array;
  /** Share of the question, by weight, that occurs in the document; in it or the one before. */
  readonly coverage: Float64Array;
  readonly coverageBefore: Float64Array;
  /** The same, where a related word counts in part. */
  readonly kin: Float64Array;
  readonly kinBefore: Float64Array;
  /** How close any document comes to each term of the question: one value a term. */
  readonly reached: Float64Array;
}

const SATURATION = 1.2;
const LENGTH_SHARE: Readonly<Record<Kind, number>> = { turn: 0.5, passage: 0.75 };
const GROUP_LENGTH_SHARE = 0.75;
const WINDOW: readonly (readonly [offset: number, share: number])[] = [
  [-2, 0.5],
  [-1, 1],
  [0, 1],
  [1, 1],
  [2, 0.5],
];
/** Documents' worth of text in a full window. */
const WINDOW_SHARES = 4;
/** How much a word counts that the asked one is a part of. */
const COMPOUND_CLOSENESS = 0.8;
const COMPOUND_TIMES = 0.5;
const NOTHING: readonly (readonly [term: number, closeness: number])[] = [];

/** How often each term of the question occurs, and how long the text is: of a document, or of several together. */
interface Tally {
  readonly times: Float64Array;
  length: number;
}

interface DocumentTally extends Tally {
  /** How close the document comes to each term: 1 where it occurs. */
  readonly kin: Float64Array;
}

export function lexicalColumns(
  question: Question,
  pool: readonly PreparedDocument[],
  neighbourhood: Neighbourhood,
  averageLength: number,
  kind: Kind,
): LexicalColumns {
  const tallies = tally(question, pool);
  const total = tallies.reduce((sum, { length }) => sum + length, 0);
  const average = averageLength || total / pool.length || 1;
  const bm25 = scorer(question);
  const together = (members: Iterable<readonly [index: number, share: number]>): Tally => {
    const sum = { times: new Float64Array(question.terms.length), length: 0 };
    for (const [index, share] of members) addTo(sum, tallies[index], share);
    return sum;
  };
  const groups = neighbourhood.groups.map((members) => {
    const sum = together(members.map((index) => [index, 1]));
    return bm25(sum, sum.length / (total / neighbourhood.groups.length || 1), GROUP_LENGTH_SHARE);
  });
  return {
    own: againstBest(tallies.map((each) => bm25(each, each.length / average, LENGTH_SHARE[kind]))),
    around: againstBest(
      pool.map((_, index) => {
        const sum = together(WINDOW.map(([offset, share]) => [neighbourhood.near(index, offset), share]));
        return bm25(sum, sum.length / average / WINDOW_SHARES, LENGTH_SHARE.turn);
      }),
    ),
    group: againstBest(neighbourhood.groupOf.map((group) => groups[group] ?? 0)),
    ...coverages(question, neighbourhood, tallies),
    reached: Float64Array.from(question.terms, (_, term) =>
      tallies.reduce((most, { kin }) => Math.max(most, kin[term] ?? 0), 0),
    ),
  };
}

/** One pass over the documents' terms, of which only those that the question knows or is close to matter. */
function tally({ terms, parts }: Question, pool: readonly PreparedDocument[]): DocumentTally[] {
  const close = new Map<string, [term: number, closeness: number][]>();
  const note = (word: string, term: number, closeness: number) => {
    const known = close.get(word);
    if (known === undefined) close.set(word, [[term, closeness]]);
    else known.push([term, closeness]);
  };
  for (const [term, word] of terms.entries()) {
    note(word, term, 1);
    for (const [other, closeness] of related(word)) note(other, term, closeness);
  }
  const compounds = compoundsOf(parts);
  return pool.map(({ counts, length, long }) => {
    const times = new Float64Array(terms.length);
    const kin = new Float64Array(terms.length);
    for (const [word, count] of counts) {
      for (const [term, closeness] of close.get(word) ?? NOTHING) {
        if (closeness === 1) times[term] = count;
        kin[term] = Math.max(kin[term] ?? 0, closeness);
      }
    }
    if (parts.length > 0) {
      for (const word of long) {
        for (const term of compounds(word)) {
          times[term] = Math.max(times[term] ?? 0, COMPOUND_TIMES);
          kin[term] = Math.max(kin[term] ?? 0, COMPOUND_CLOSENESS);
        }
      }
    }
    return { times, kin, length };
  });
}

/** Which terms of the question a word is put together with, as German does; each word is looked at once. */
function compoundsOf(parts: Question["parts"]): (word: string) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  return (word) => {
    const found = known.get(word) ?? parts.flatMap(([term, part]) => (isCompoundOf(word, part) ? [term] : []));
    known.set(word, found);
    return found;
  };
}

function scorer({ weights }: Question) {
  return ({ times }: Tally, relativeLength: number, lengthShare: number): number => {
    const long = SATURATION * (1 - lengthShare + lengthShare * relativeLength);
    let sum = 0;
    for (let term = 0; term < weights.length; term++) {
      const count = times[term] ?? 0;
      if (count > 0) sum += ((weights[term] ?? 0) * count * (SATURATION + 1)) / (count + long);
    }
    return sum;
  };
}

function addTo(tally: Tally, more: Tally | undefined, share: number): void {
  if (more === undefined) return;
  tally.length += share * more.length;
  for (let term = 0; term < tally.times.length; term++) {
    tally.times[term] = (tally.times[term] ?? 0) + share * (more.times[term] ?? 0);
  }
}

function coverages(
  question: Question,
  neighbourhood: Neighbourhood,
  tallies: readonly DocumentTally[],
): Pick<LexicalColumns, "coverage" | "coverageBefore" | "kin" | "kinBefore"> {
  const exact = tallies.map(({ times }) => times.map((count) => (count > 0 ? 1 : 0)));
  const kin = tallies.map((each) => each.kin);
  const alone = (rows: readonly Float64Array[]) => Float64Array.from(rows, (row) => share(question, row, undefined));
  const withBefore = (rows: readonly Float64Array[]) =>
    Float64Array.from(rows, (row, index) => share(question, row, rows[neighbourhood.near(index, -1)]));
  return {
    coverage: alone(exact),
    coverageBefore: withBefore(exact),
    kin: alone(kin),
    kinBefore: withBefore(kin),
  };
}

/** How much of the question two rows cover together. */
function share({ weights, weightSum }: Question, row: Float64Array, other: Float64Array | undefined): number {
  let sum = 0;
  for (let term = 0; term < weights.length; term++) {
    sum += (weights[term] ?? 0) * Math.max(row[term] ?? 0, other?.[term] ?? 0);
  }
  return sum / weightSum;
}

/** Each value against the greatest, so that the best is 1. */
export function againstBest(values: ArrayLike<number>): Float64Array {
  const columns = Float64Array.from(values);
  const best = columns.reduce((most, value) => Math.max(most, value), 0);
  return best > 0 ? columns.map((value) => value / best) : new Float64Array(columns.length);
}
