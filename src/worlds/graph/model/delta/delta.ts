import type { Embedding, Fingerprint } from "../spaces/embedding.ts";
import { E12, eachSpace, SPACE_COUNT } from "../spaces/names.ts";
import { deltaS, isSame, meaningCosine } from "./methods.ts";

/** A fingerprint before, of which a space may be missing. */
export type Before = (space: number) => Embedding | undefined;

const TOKEN_HISTORY_MAX = 10;
/** What an unknown past counts as. */
const UNKNOWN_PAST = 0.5;

export interface Novelty {
  readonly per_embedder: readonly number[];
  readonly aggregate: number;
  readonly warnings: readonly string[];
}

/** How new a fingerprint is in every space, against what it was before and the nearest of what is known. */
export function noveltyOf(now: Fingerprint, known: readonly Fingerprint[], before?: Before): Novelty {
  const nearest = known
    .map((fingerprint) => ({ fingerprint, likeness: meaningCosine(now, fingerprint) }))
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ fingerprint }) => fingerprint);
  const warnings: string[] = [];
  const isWhole = before !== undefined && eachSpace(before).every((embedding) => embedding !== undefined);
  const old = isWhole ? ({ of: (space: number) => before(space) } as Fingerprint) : undefined;
  const per_embedder = eachSpace((space) => {
    const past = before?.(space);
    if (before !== undefined && past === undefined) {
      warnings.push(`old_fingerprint has no embedding in space ${space + 1}; its novelty is taken as ${UNKNOWN_PAST}`);
      return UNKNOWN_PAST;
    }
    // Comparing token by token is dear, and so is reading tokens: only the nearest by meaning are compared.
    const compared = space === E12 ? nearest.slice(0, TOKEN_HISTORY_MAX) : nearest;
    const history = [...(past === undefined ? [] : [past]), ...compared.map((other) => other.of(space))];
    return deltaS(space, { history, before: old, now });
  });
  return { per_embedder, aggregate: per_embedder.reduce((sum, value) => sum + value, 0) / SPACE_COUNT, warnings };
}

/** Whether nothing at all has changed. */
export function isUnchanged(now: Fingerprint, before: Before): boolean {
  return eachSpace((space) => {
    const past = before(space);
    return past !== undefined && isSame(now.of(space), past);
  }).every(Boolean);
}
