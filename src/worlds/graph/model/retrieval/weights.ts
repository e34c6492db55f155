import { E1, E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12, E13, eachSpace } from "../spaces/names.ts";

/**
 * What each space counts in the fusion, as `npm run bench -- graph --corpus DIR` measures it: a space that adds nothing to what
 * the others find counts little. Recency and order say when, not what; a question is asked now and stands in no session.
 */
const NAMED: Readonly<Record<number, number>> = {
  [E1]: 1,
  [E2]: 0.05,
  [E3]: 0,
  [E4]: 0,
  [E5]: 0.3,
  [E6]: 0.6,
  [E7]: 0.1,
  [E8]: 0.3,
  [E9]: 0.1,
  [E10]: 0.1,
  [E11]: 0.3,
  [E12]: 1,
  [E13]: 0.6,
};

export const SPACE_WEIGHTS: readonly number[] = eachSpace((space) => NAMED[space] ?? 0);

/** What the parts of the last score count: the index, the fusion of spaces, token by token. They add up to one. */
export const STAGE_WEIGHTS = { index: 0.6, fusion: 0.25, tokens: 0.15 } as const;
