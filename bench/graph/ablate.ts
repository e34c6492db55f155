import { modulatorsAt } from "../../src/worlds/graph/model/modulators.ts";
import { rankPool } from "../../src/worlds/graph/model/retrieval/rank-pool.ts";
import { SPACE_WEIGHTS, STAGE_WEIGHTS } from "../../src/worlds/graph/model/retrieval/weights.ts";
import { E12, SPACES } from "../../src/worlds/graph/model/spaces/names.ts";
import type { Asked } from "./recall.ts";

/** What is found, and what is left when one part is taken away. */
export interface Ablation {
  readonly questions: number;
  readonly graph: number;
  readonly index: number;
  readonly without: readonly { readonly part: string; readonly recall: number }[];
}

const LIMIT = 10;

export function ablate(asked: readonly Asked[]): Ablation {
  const recallOf = (best: (one: Asked) => readonly string[]): number =>
    asked.reduce((sum, one) => {
      const top = new Set(best(one).slice(0, LIMIT));
      return sum + one.evidence.filter((id) => top.has(id)).length / one.evidence.length;
    }, 0) / Math.max(1, asked.length);
  const ranked = (
    weights: readonly number[],
    stages: typeof STAGE_WEIGHTS | Record<keyof typeof STAGE_WEIGHTS, number>,
  ) =>
    recallOf(({ pool }) =>
      rankPool(
        pool,
        { theta: () => 0, tokens: (at) => pool[at]?.tokens ?? 0 },
        { limit: LIMIT, modulators: modulatorsAt(undefined, 0), weights, stages },
      ).map(({ at }) => pool[at]?.id ?? ""),
    );
  return {
    questions: asked.length,
    graph: recallOf(({ graph }) => graph),
    index: recallOf(({ index }) => index),
    without: [
      { part: "the index", recall: ranked(SPACE_WEIGHTS, { ...STAGE_WEIGHTS, index: 0 }) },
      {
        part: "all spaces",
        recall: ranked(
          SPACE_WEIGHTS.map(() => 0),
          { ...STAGE_WEIGHTS, fusion: 0, tokens: 0 },
        ),
      },
      ...SPACES.map(({ label }, space) => ({
        part: label,
        recall:
          space === E12
            ? ranked(SPACE_WEIGHTS, { ...STAGE_WEIGHTS, tokens: 0 })
            : ranked(
                SPACE_WEIGHTS.map((weight, at) => (at === space ? 0 : weight)),
                STAGE_WEIGHTS,
              ),
      })),
    ],
  };
}
