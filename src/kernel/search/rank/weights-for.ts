import type { Kind } from "./document.ts";
import type { Feature } from "./features.ts";
import type { Weights } from "./weigh.ts";
import { LONG_TURNS, type Model, WEIGHTS } from "./weights.ts";

/** Turns of up to so many terms are those of people who chat; from so many on, those of people and assistants who write. */
const SHORT_TERMS = 30;
const LONG_TERMS = 90;

/**
 * The weights for a space whose documents have this many terms on average. A long turn covers most of a question by
 * itself and is close to nothing in particular; what stands around a short one says what it is about. Between the two
 * they are mixed, so that no single turn turns the order over.
 */
export function weightsFor(kind: Kind, model: Model, averageLength: number): Weights {
  const short = WEIGHTS[kind][model];
  const share = Math.min(1, Math.max(0, Math.log(averageLength / SHORT_TERMS) / Math.log(LONG_TERMS / SHORT_TERMS)));
  if (kind !== "turn" || !(share > 0)) return short;
  const long = LONG_TURNS[model];
  const mixed = (Object.keys(long) as Feature[]).map(
    (feature) => [feature, (1 - share) * (short[feature] ?? 0) + share * (long[feature] ?? 0)] as const,
  );
  return Object.fromEntries(mixed);
}
