import type { Levels } from "../modulators.ts";
import { fuseRanks, sharpened, spaceShare } from "./fusion.ts";
import { SPACE_WEIGHTS, STAGE_WEIGHTS } from "./weights.ts";

/** One that may answer, as the stages measured it. */
export interface Pooled {
  /** What the index says, from 0 to 1. */
  readonly index: number;
  /** How like the question it is in each space; null where one of them says nothing there, or it is not asked. */
  readonly spaces: readonly (number | null)[];
}

/** What is measured of the best alone, because it is dear. */
export interface Measures {
  /** How far it points to the goal. */
  theta(at: number): number;
  /** How near its tokens are to those of the question. */
  tokens(at: number): number;
}

export interface Ranked {
  readonly at: number;
  readonly similarity: number;
  readonly fusion: number;
  readonly tokens: number;
  readonly theta: number;
}

export interface RankOptions {
  readonly limit: number;
  /** How much the goal counts: 1 until it is reinforced, 0 while there is none. */
  readonly goalWeight?: number;
  readonly modulators: Pick<Levels, "dopamine" | "serotonin" | "noradrenaline">;
  readonly weights?: readonly number[];
  readonly stages?: { readonly index: number; readonly fusion: number; readonly tokens: number };
}

const FUSED_MAX = 100;
const ALIGNED_MAX = 50;
/** What alignment with a goal of weight one adds at most: it ranks among what is nearly equal and hides nothing. */
const ALIGNMENT_WEIGHT = 0.02;
/** What the index does not name counts for this at most, and always for less than what it names. */
const UNNAMED_MOST = 0.001;

/** Stages 3 to 5: the index and all spaces together leave a hundred, the goal fifty, and token by token decides. */
export function rankPool(pool: readonly Pooled[], measures: Measures, options: RankOptions): Ranked[] {
  const { limit, goalWeight = 0, modulators, weights = SPACE_WEIGHTS, stages = STAGE_WEIGHTS } = options;
  const share = spaceShare(modulators);
  const fused = fuseRanks([
    { scores: pool.map(({ index }) => index), weight: 1 },
    ...weights.map((weight, space) => ({
      scores: pool.map(({ spaces }) => spaces[space] ?? null),
      weight: weight * share,
    })),
  ]);
  const said = indexShares(pool);
  const first = pool.map((_, at) => (said[at] ?? 0) ** stages.index * (fused[at] ?? 0) ** stages.fusion);
  const most = ALIGNMENT_WEIGHT * goalWeight;
  const serves = (theta: number): number => (1 + most * theta) / (1 + most);
  const aligned = strongest(first, Math.max(FUSED_MAX, limit)).map((at) => ({ at, theta: measures.theta(at) }));
  const kept = strongest(
    aligned.map(({ at, theta }) => (first[at] ?? 0) * serves(theta)),
    Math.max(ALIGNED_MAX, limit),
  ).map((place) => aligned[place] as (typeof aligned)[number]);
  return kept
    .map(({ at, theta }) => {
      const tokens = measures.tokens(at);
      const score = (first[at] ?? 0) * tokens ** stages.tokens * serves(theta);
      return { at, similarity: sharpened(score, modulators), fusion: fused[at] ?? 0, tokens, theta };
    })
    .sort((a, b) => b.similarity - a.similarity || a.at - b.at)
    .slice(0, limit);
}

/** What the index says of each; of those it does not name, a little less than of the last it names. */
function indexShares(pool: readonly Pooled[]): number[] {
  const named = pool.map(({ index }) => index).filter((index) => index > 0);
  const least = named.reduce((lowest, index) => Math.min(lowest, index / 2), UNNAMED_MOST);
  return pool.map(({ index }) => (index > 0 ? index : least));
}

function strongest(scores: readonly number[], count: number): number[] {
  return [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, count);
}
