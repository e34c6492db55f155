import type { Weight } from "../model/observation.ts";

/** What a reducer asks about an observation that has won something, and where it came from. */
export interface Winner extends Weight {
  readonly source_id: string;
}

type Packed = [id: string, observedAt: number, priority: number, specificity: number, sourceId: string];

/** Winners as the entity's row keeps them. */
export function winnersText(winners: readonly Winner[]): string {
  const packed = winners.map(
    ({ id, observed_at, source_priority, specificity_score, source_id }): Packed => [
      id,
      observed_at,
      source_priority,
      specificity_score,
      source_id,
    ],
  );
  return JSON.stringify(packed);
}

export function toWinners(text: string): Winner[] {
  return (JSON.parse(text) as Packed[]).map(([id, observed_at, source_priority, specificity_score, source_id]) => ({
    id,
    observed_at,
    source_priority,
    specificity_score,
    source_id,
  }));
}
