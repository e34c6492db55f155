import { modulatorsAt } from "../../src/worlds/graph/model/modulators.ts";
import { rankPool } from "../../src/worlds/graph/model/retrieval/rank-pool.ts";
import { SPACE_WEIGHTS, STAGE_WEIGHTS } from "../../src/worlds/graph/model/retrieval/weights.ts";
import { E12, SPACES } from "../../src/worlds/graph/model/spaces/names.ts";
import type { Probed } from "./probed-graph.ts";
import type { Asked } from "./recall.ts";

/** What one space does: what is left without it, what it adds to the index by itself, what it finds alone. */
export interface SpaceShare {
  readonly space: string;
  readonly without: number;
  readonly besideIndex: number;
  readonly alone: number;
}

export interface Ablation {
  readonly corpus: string;
  readonly questions: number;
  readonly graph: number;
  readonly index: number;
  /** With the powers of the stages chosen on the other conversations, for each conversation. */
  readonly leftOut: number;
  readonly withoutIndex: number;
  readonly spaces: readonly SpaceShare[];
}

type Stages = Readonly<Record<keyof typeof STAGE_WEIGHTS, number>>;
interface Setting {
  readonly weights: readonly number[];
  readonly stages: Stages;
}

const LIMIT = 10;
const AS_IS: Setting = { weights: SPACE_WEIGHTS, stages: STAGE_WEIGHTS };

/** What is found in each corpus, and what is left when one part is taken away. */
export function ablate(asked: readonly Asked[]): Ablation[] {
  const chosen = chooseByOthers(asked);
  return [...new Set(asked.map(({ corpus }) => corpus))].map((corpus) => {
    const own = asked.filter((one) => one.corpus === corpus);
    const recall = (best: (one: Asked) => readonly string[]): number => meanOf(own.map((one) => found(one, best(one))));
    const ranked = (setting: Setting): number => recall((one) => order(one, setting));
    return {
      corpus,
      questions: own.length,
      graph: recall(({ graph }) => graph),
      index: recall(({ index }) => index),
      leftOut: recall((one) => order(one, chosen.get(one.conversation) ?? AS_IS)),
      withoutIndex: ranked({ ...AS_IS, stages: { ...STAGE_WEIGHTS, index: 0 } }),
      spaces: SPACES.map(({ label }, space) => ({
        space: label,
        without: ranked(without(space)),
        besideIndex: ranked(only(space)),
        alone: recall(({ pool }) => byOne(pool, space)),
      })),
    };
  });
}

function without(space: number): Setting {
  if (space === E12) return { ...AS_IS, stages: { ...STAGE_WEIGHTS, tokens: 0 } };
  return { ...AS_IS, weights: SPACE_WEIGHTS.map((weight, at) => (at === space ? 0 : weight)) };
}

function only(space: number): Setting {
  const { index, fusion, tokens } = STAGE_WEIGHTS;
  if (space === E12) return { weights: SPACE_WEIGHTS.map(() => 0), stages: { index, fusion: 0, tokens } };
  return {
    weights: SPACE_WEIGHTS.map((_, at) => (at === space ? 1 : 0)),
    stages: { index, fusion, tokens: 0 },
  };
}

function byOne(pool: readonly Probed[], space: number): string[] {
  const score = ({ spaces, tokens }: Probed): number => (space === E12 ? tokens : (spaces[space] ?? 0));
  return [...pool].sort((a, b) => score(b) - score(a)).map(({ id }) => id);
}

function order({ pool }: Asked, { weights, stages }: Setting): string[] {
  const measures = { theta: () => 0, tokens: (at: number) => pool[at]?.tokens ?? 0 };
  const options = { limit: LIMIT, modulators: modulatorsAt(undefined, 0), weights, stages };
  return rankPool(pool, measures, options).map(({ at }) => pool[at]?.id ?? "");
}

const FUSION_POWERS = [0, 0.1, 0.3];
const TOKEN_POWERS = [0, 0.3, 0.6, 0.9];

/** For each conversation, the powers with which most was found in all the others. */
function chooseByOthers(asked: readonly Asked[]): Map<string, Setting> {
  const tried = FUSION_POWERS.flatMap((fusion) =>
    TOKEN_POWERS.map((tokens) => {
      const setting: Setting = { ...AS_IS, stages: { index: STAGE_WEIGHTS.index, fusion, tokens } };
      return { setting, recalls: asked.map((one) => found(one, order(one, setting))) };
    }),
  );
  const conversations = [...new Set(asked.map(({ conversation }) => conversation))];
  return new Map(
    conversations.map((conversation) => {
      const others = ({ recalls }: (typeof tried)[number]): number =>
        meanOf(recalls.filter((_, at) => asked[at]?.conversation !== conversation));
      const best = tried.reduce((one, other) => (others(other) > others(one) ? other : one));
      return [conversation, best.setting] as const;
    }),
  );
}

function found({ evidence }: Asked, best: readonly string[]): number {
  const top = new Set(best.slice(0, LIMIT));
  return evidence.filter((id) => top.has(id)).length / evidence.length;
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
