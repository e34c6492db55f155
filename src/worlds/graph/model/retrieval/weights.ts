import { E2, E3, E4, eachSpace } from "../spaces/names.ts";

/** Recency and order say when, not what: a question is asked now and stands in no session. */
const NOT_ABOUT: ReadonlySet<number> = new Set([E2, E3, E4]);

/** What each space counts in the fusion. Weights learned for each were no better on conversations that were left out. */
export const SPACE_WEIGHTS: readonly number[] = eachSpace((space) => (NOT_ABOUT.has(space) ? 0 : 1));

/**
 * The powers that the parts of the last score have: the index, the fusion of spaces, token by token. They add up to one. The
 * parts are multiplied, because from place to place the index falls by orders of magnitude: in a sum it would decide the first
 * few places and leave the rest to the spaces, which know less. `npm run bench -- graph --corpus DIR` measures what it finds.
 */
export const STAGE_WEIGHTS = { index: 0.3, fusion: 0.1, tokens: 0.6 } as const;
