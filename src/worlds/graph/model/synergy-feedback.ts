/** What was said of a result, as how relevant it was. */
export const RELEVANCE = { relevant: 1, partially_relevant: 0.5, not_relevant: 0 } as const;
export type Feedback = keyof typeof RELEVANCE;

export const UPDATE_SCOPES = ["all_pairs", "high_synergy_only", "contributing_pairs"] as const;
export type UpdateScope = (typeof UPDATE_SCOPES)[number];

const SYNERGY_MIN = 0.05;
const SYNERGY_MAX = 1;
const HIGH_SYNERGY = 0.7;
const CONTRIBUTING = 0.01;

/** A pair of spaces whose synergy moved. */
export interface MovedPair {
  readonly pair: readonly [number, number];
  readonly before: number;
  readonly after: number;
}

export interface SynergyUpdate {
  readonly matrix: readonly (readonly number[])[];
  readonly moved: readonly MovedPair[];
  readonly total_change: number;
}

/**
 * What feedback does to the synergy of spaces: pairs that spoke in both the query and the result come closer where the
 * result was relevant, and drift apart where it was not. `correlations` are those of the upper half, row by row.
 */
export function learnSynergy(
  matrix: readonly (readonly number[])[],
  query: readonly number[],
  result: readonly number[],
  options: { readonly relevance: number; readonly rate: number; readonly scope: UpdateScope },
): SynergyUpdate {
  const next = matrix.map((row) => [...row]);
  const direction = 2 * options.relevance - 1;
  const moved: MovedPair[] = [];
  let at = 0;
  for (let one = 0; one < matrix.length; one++) {
    for (let other = one + 1; other < matrix.length; other++) {
      const spoken = (query[at] ?? 0) * (result[at] ?? 0);
      at += 1;
      const before = matrix[one]?.[other] ?? 0;
      if (!isInScope(options.scope, before, spoken)) continue;
      const after = Math.min(SYNERGY_MAX, Math.max(SYNERGY_MIN, before + options.rate * direction * spoken));
      if (after === before) continue;
      (next[one] as number[])[other] = after;
      (next[other] as number[])[one] = after;
      moved.push({ pair: [one, other], before, after });
    }
  }
  return {
    matrix: next,
    moved,
    total_change: moved.reduce((sum, pair) => sum + Math.abs(pair.after - pair.before), 0),
  };
}

function isInScope(scope: UpdateScope, synergy: number, spoken: number): boolean {
  if (scope === "high_synergy_only") return synergy >= HIGH_SYNERGY;
  return scope === "all_pairs" || spoken > CONTRIBUTING;
}
