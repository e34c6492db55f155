import { GROUP_NAMES, GROUPS, groupAlignments } from "./groups.ts";
import type { FusionMethod } from "./profiles.ts";
import { tuckerOf } from "./tucker.ts";

export interface FusionOptions {
  /** What each space counts; adds up to one. */
  readonly weights: readonly number[];
  readonly priorities: Readonly<Record<string, number>>;
  /** How flat attention is. */
  readonly temperature: number;
  /** How much each two spaces say together. */
  readonly synergy: readonly (readonly number[])[];
}

const RANK = 4;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Alignments brought together by one of five methods; each stays between 0 and 1. */
export function fuse(alignments: readonly number[], method: FusionMethod, options: FusionOptions): number[] {
  return METHODS[method](alignments, options).map(clamp);
}

type Method = (alignments: readonly number[], options: FusionOptions) => number[];

/** Weights against even ones: a space of usual weight stays as it is. */
const relative = (weights: readonly number[]): number[] => weights.map((weight) => weight * weights.length);

const METHODS: Readonly<Record<FusionMethod, Method>> = {
  linear: (alignments, { weights }) => alignments.map((value, space) => value * (relative(weights)[space] ?? 1)),
  attention(alignments, { weights, temperature }) {
    const logits = alignments.map((value, space) => ((relative(weights)[space] ?? 1) * value) / temperature);
    const exponentials = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
    const sum = exponentials.reduce((total, value) => total + value, 0);
    return alignments.map((value, space) => ((exponentials[space] ?? 0) / sum) * alignments.length * value);
  },
  gated: (alignments, { weights }) =>
    alignments.map((value, space) => (value / (1 + Math.exp(-4 * (value - 0.5)))) * (relative(weights)[space] ?? 1)),
  hierarchical(alignments, { weights, priorities }) {
    const groups = groupAlignments(alignments);
    return alignments.map((value, space) => {
      const group = GROUP_NAMES.findIndex((name) => (GROUPS[name] as readonly number[]).includes(space));
      const priority = priorities[GROUP_NAMES[group] ?? ""] ?? 1;
      return 0.5 * (value * (relative(weights)[space] ?? 1) + (groups[group] ?? 0) * priority);
    });
  },
  /** What is left of each space when all of them, as they go together, are told by four numbers. */
  tucker(alignments, { weights, synergy }) {
    const weighed = alignments.map((value, space) => value * (relative(weights)[space] ?? 1));
    const { reconstructed } = tuckerOf(joined(weighed, synergy), RANK);
    return alignments.map((_, space) => Math.sqrt(Math.max(0, reconstructed[space]?.[space] ?? 0)));
  },
};

function joined(values: readonly number[], synergy: FusionOptions["synergy"]): number[][] {
  return values.map((one, at) => values.map((other, to) => one * other * (synergy[at]?.[to] ?? 0)));
}
