import { wordsOf } from "../spaces/words.ts";

const POSITIVE = new Set(
  "love loved loves happy happily glad joy great wonderful excellent amazing awesome proud excited success succeeded won win thank thanks grateful hope beautiful best good enjoy enjoyed relieved delighted fun".split(
    " ",
  ),
);
const NEGATIVE = new Set(
  "hate hated sad angry anger afraid fear worried worry terrible awful horrible bad worst fail failed failure lost lose hurt pain sorry broken crash crashed panic upset disappointed sick died death problem urgent danger".split(
    " ",
  ),
);
/** A state of mind that neither heightens nor dampens. */
const NEUTRAL = 1;

/** How much feeling a text shows, as a weight around 1: what is told with feeling is learnt more firmly, up to half. */
export function emotionalWeight(text: string, modifier = NEUTRAL): number {
  const words = wordsOf(text);
  const share = (of: ReadonlySet<string>): number =>
    Math.min(1, (3 * words.filter((word) => of.has(word)).length) / Math.max(1, words.length));
  const [positive, negative] = [share(POSITIVE), share(NEGATIVE)];
  const net = (positive - negative) * 0.25 * ((modifier - 1) * 0.5 + 1);
  return Math.min(1.5, Math.max(0.5, 1 + net + (positive + negative) * 0.15 * modifier));
}
