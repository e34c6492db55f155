import type { Sparse } from "./embedding.ts";
import { entitiesOf } from "./entities.ts";
import { hash32 } from "./hash.ts";
import { hashedSum, joinParts } from "./hashed.ts";

const WIDTH = 384;
const SEED = 8;

/** Where a memory stands in the graph. */
export interface Place {
  readonly tags: readonly string[];
  readonly session: string;
  readonly modality: string;
  /** Those it is tied to, with their own labels. */
  readonly neighbours: readonly { readonly id: string; readonly label: string; readonly weight: number }[];
}

/** The label of a memory by itself: what it is tagged, of what kind, and how many names it holds. */
export function ownLabel({ tags, modality }: Pick<Place, "tags" | "modality">, text: string): string {
  return hash32(JSON.stringify([[...tags].sort(), modality, entitiesOf(text).length]), SEED).toString(36);
}

/** E8: tags, session, pairs of names, whom it is tied to, and labels refined by those of its neighbours, twice. */
export function embedStructure(text: string, place: Place): Sparse {
  const sum = hashedSum(WIDTH, SEED);
  const own = ownLabel(place, text);
  sum.add(`label ${own}`, 0.5);
  if (place.session !== "") sum.add(`session ${place.session}`, 1);
  for (const tag of place.tags) sum.add(`tag ${tag.toLowerCase()}`, 1);
  const names = [...new Set(entitiesOf(text).map(({ name }) => name))].sort();
  for (const [at, one] of names.entries()) {
    sum.add(`name ${one}`, 0.5);
    for (const other of names.slice(at + 1)) sum.add(`names ${one}|${other}`, 1);
  }
  const labels = place.neighbours.map(({ label }) => label).sort();
  sum.add(`refined ${own}(${labels.join(",")})`, 0.5);
  for (const { id, label, weight } of place.neighbours) {
    sum.add(`tied ${id}`, weight);
    sum.add(`tied to ${label}`, 0.5 * weight);
  }
  return joinParts([{ weights: sum.weights, length: 1 }], WIDTH);
}
