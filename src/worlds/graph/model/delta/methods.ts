import { cosine, maxSim, similarity } from "../similarity.ts";
import { type Dense, type Embedding, type Fingerprint, isEmpty, type Sparse, writtenOut } from "../spaces/embedding.ts";
import { E1, E5, E6, E7, E9, E10, E11, E12, E13 } from "../spaces/names.ts";
import { causalStrength } from "../ties.ts";
import { clamp01 } from "../utl/learning.ts";
import { fitMixture, fitOf } from "./mixture.ts";

const NEAREST = 5;
/** Where an ordinary distance lies, and how much distances vary. */
const ORDINARY = 0.5;
const SPREAD = Math.max(Math.sqrt(0.1), 0.1);
const PROTOTYPES_MAX = 100;
const PROBABILITY_MIN = 0.01;

/** What a new embedding is measured against in one space. */
export interface Known {
  readonly history: readonly Embedding[];
  /** The fingerprint before, for what has a direction. */
  readonly before?: Fingerprint | undefined;
  readonly now: Fingerprint;
}

type Method = (embedding: Embedding, known: Known) => number;

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
const squashed = (distance: number): number => sigmoid((distance - ORDINARY) / SPREAD);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const smallest = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b).slice(0, NEAREST);
const distance = (one: Embedding, other: Embedding): number => 1 - (similarity(one, other) ?? 0);

function nearestDistance(embedding: Embedding, history: readonly Embedding[]): number {
  return mean(smallest(history.map((other) => distance(embedding, other))));
}

const knn: Method = (embedding, { history }) => squashed(nearestDistance(embedding, history));

/** Of a few points no clouds can be told: then their distances decide. */
const mixtureOf =
  (components: number, unfitted: Method): Method =>
  (embedding, known) => {
    const points = known.history.map((other) => writtenOut(other as Dense | Sparse));
    if (points.length < 2 * components) return unfitted(embedding, known);
    const probability = fitOf(writtenOut(embedding as Dense | Sparse), fitMixture(points, components));
    return 1 - Math.max(PROBABILITY_MIN, Math.min(1, probability));
  };

const hybrid: Method = (embedding, known) => {
  const mixture = mixtureOf(5, () => 0.5);
  return 0.5 * mixture(embedding, known) + 0.5 * knn(embedding, known);
};

/** From cause to effect a step counts more than back. */
const asymmetric: Method = (embedding, { history, before, now }) => {
  const nearest = nearestDistance(embedding, history);
  if (before === undefined) return nearest;
  const [forward, backward] = [causalStrength(before, now), causalStrength(now, before)];
  return nearest * (forward === backward ? 1 : forward > backward ? 1.2 : 0.8);
};

const BOTH_EMPTY = 0.99;

const jaccard: Method = (embedding, { history }) => {
  const own = new Set((embedding as Sparse).indices);
  if (own.size === 0) return 1;
  const likenesses = history.map((other) => {
    const { indices } = other as Sparse;
    if (own.size === 0 && indices.length === 0) return BOTH_EMPTY;
    const shared = indices.reduce((sum, index) => sum + (own.has(index) ? 1 : 0), 0);
    return shared / (own.size + indices.length - shared);
  });
  return 1 - mean(likenesses.sort((a, b) => b - a).slice(0, NEAREST));
};

const hamming: Method = (embedding, { history }) => {
  const own = (embedding as Dense).values;
  const apart = history.slice(0, PROTOTYPES_MAX).map((other) => {
    const theirs = (other as Dense).values;
    let others = 0;
    for (let at = 0; at < own.length; at++) {
      if ((own[at] as number) >= 0.5 !== (theirs[at] as number) >= 0.5) others += 1;
    }
    return others / own.length;
  });
  return Math.min(...apart);
};

/** How much of a vector lies in its second half: what is not about words. */
function upperShare(embedding: Embedding): number {
  const { values, ...of } = embedding as Dense | Sparse;
  const middle = (of.kind === "sparse" ? of.dimensions : values.length) / 2;
  let [upper, all] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    const square = (values[at] as number) ** 2;
    all += square;
    if ((of.kind === "sparse" ? (of.indices[at] as number) : at) >= middle) upper += square;
  }
  return all === 0 ? 0 : upper / all;
}

const crossModal: Method = (embedding, { history }) => {
  const own = upperShare(embedding);
  const weighed = history.map((other) => {
    const apart = Math.abs(own - upperShare(other));
    const weight = apart < 0.3 ? 0.7 : apart > 0.7 ? 0.3 : 0.7 - (apart - 0.3);
    return weight * distance(embedding, other);
  });
  return squashed(mean(smallest(weighed)));
};

/** Whom it names, moved by how they are tied, should come to whom the other names. */
const translated: Method = (embedding, { history }) => {
  const own = writtenOut(embedding as Dense | Sparse);
  const half = own.length / 2;
  const apart = history.map((other) => {
    const tail = writtenOut(other as Dense | Sparse);
    let squares = 0;
    for (let at = 0; at < half; at++) {
      squares += ((own[at] as number) + (own[half + at] as number) - (tail[at] as number)) ** 2;
    }
    return Math.sqrt(squares);
  });
  return squashed(mean(smallest(apart)));
};

const NO_TOKENS = 0.5;

const tokenByToken: Method = (embedding, { history }) => {
  if (embedding.kind !== "tokens" || isEmpty(embedding)) return NO_TOKENS;
  const likenesses = history.flatMap((other) =>
    other.kind === "tokens" && !isEmpty(other) ? [maxSim(embedding, other, (value) => (value + 1) / 2)] : [],
  );
  if (likenesses.length === 0) return NO_TOKENS;
  return 1 - mean(likenesses.sort((a, b) => b - a).slice(0, NEAREST));
};

const METHODS: Readonly<Record<number, { readonly name: string; readonly measure: Method }>> = {
  [E1]: {
    name: "GMM+Mahalanobis",
    measure: mixtureOf(3, (embedding, { history }) => nearestDistance(embedding, history)),
  },
  [E5]: { name: "AsymmetricKNN", measure: asymmetric },
  [E6]: { name: "Jaccard", measure: jaccard },
  [E7]: { name: "HybridGMM+KNN", measure: hybrid },
  [E9]: { name: "Hamming", measure: hamming },
  [E10]: { name: "CrossModalKNN", measure: crossModal },
  [E11]: { name: "TransE", measure: translated },
  [E12]: { name: "MaxSimToken", measure: tokenByToken },
  [E13]: { name: "Jaccard", measure: jaccard },
};
const KNN = { name: "KNN", measure: knn };

export function methodName(space: number): string {
  return (METHODS[space] ?? KNN).name;
}

/** How new an embedding is in its space, from 0 for what is known to the letter to 1. */
export function deltaS(space: number, known: Known): number {
  const embedding = known.now.of(space);
  if (known.history.some((other) => isSame(embedding, other))) return 0;
  if (known.history.length === 0) return space === E12 && isEmpty(embedding) ? NO_TOKENS : 1;
  const measured = (METHODS[space] ?? KNN).measure(embedding, known);
  return Number.isNaN(measured) ? 1 : clamp01(measured);
}

/** What printing and reading back may change. */
const ROUNDING = 1e-4;

/** Whether two embeddings are the same but for rounding. */
export function isSame(one: Embedding, other: Embedding): boolean {
  if (one.kind === "tokens" || other.kind === "tokens") {
    if (one.kind !== "tokens" || other.kind !== "tokens" || one.tokens.length !== other.tokens.length) return false;
    return one.tokens.every((token, at) => areClose(token, other.tokens[at] as Float32Array));
  }
  if (one.kind === "sparse" && other.kind === "sparse") {
    const same =
      one.indices.length === other.indices.length && one.indices.every((index, at) => index === other.indices[at]);
    return same && areClose(one.values, other.values);
  }
  return areClose(writtenOut(one), writtenOut(other));
}

function areClose(one: Float32Array, other: Float32Array): boolean {
  return one.length === other.length && one.every((value, at) => Math.abs(value - (other[at] as number)) <= ROUNDING);
}

/** Cosine of two E1 vectors, for what looks at meaning alone. */
export function meaningCosine(one: Fingerprint, other: Fingerprint): number {
  return cosine(one.of(E1) as Dense, other.of(E1) as Dense);
}
