import { similarity } from "./similarity.ts";
import type { Embedding, Fingerprint } from "./spaces/embedding.ts";
import { eachSpace } from "./spaces/names.ts";

/** The row `masses`: how much the memories so far said in each space, on average. */
export interface Masses {
  readonly memories: number;
  readonly means: readonly number[];
}

/** How much a text says in each space against what memories say there on average: a half where it is as much, 0 where it says nothing. */
export function activationOf(fingerprint: Fingerprint, masses: Masses | undefined): number[] {
  return eachSpace((space) => {
    const mass = massOf(fingerprint.of(space));
    const mean = masses?.means[space] ?? mass;
    return mass === 0 ? 0 : mass / (mass + mean);
  });
}

/** What a text is for: how near it is to the goal in each space; without a goal, how much it says there. */
export function purposeOf(
  fingerprint: Fingerprint,
  northStar: Fingerprint | undefined,
  masses: Masses | undefined,
): number[] {
  if (northStar === undefined) return activationOf(fingerprint, masses);
  return eachSpace((space) => similarity(fingerprint.of(space), northStar.of(space)) ?? 0);
}

/** The averages with one more memory. */
export function weighedIn(masses: Masses | undefined, fingerprint: Fingerprint): Masses {
  const memories = (masses?.memories ?? 0) + 1;
  return {
    memories,
    means: eachSpace((space) => {
      const before = masses?.means[space] ?? 0;
      return before + (massOf(fingerprint.of(space)) - before) / memories;
    }),
  };
}

/** The mean of a purpose over the spaces: how far it serves the goal on the whole. */
export function alignmentOf(purpose: readonly number[]): number {
  return purpose.length === 0 ? 0 : purpose.reduce((sum, value) => sum + value, 0) / purpose.length;
}

/** How many places of a vector, or how many tokens, say something. */
function massOf(embedding: Embedding): number {
  if (embedding.kind === "tokens") return embedding.tokens.length;
  const { values } = embedding;
  let count = 0;
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) count += 1;
  return count;
}
