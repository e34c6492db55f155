import { type Dense, dense, writtenOut } from "./embedding.ts";
import { hashedSum, joinParts } from "./hashed.ts";
import { countsOf, tellingStems } from "./words.ts";

const MODEL_WIDTH = 384;
const WORDS_WIDTH = 640;
const SEED = 1;
/** Two words side by side say less than both alone, and say it more exactly. */
const PAIR_WEIGHT = 0.5;

/** E1: what the sentence model makes of it, and its telling words; each half of length one. */
export function embedSemantic(text: string, model: Float32Array): Dense {
  const stems = tellingStems(text);
  const sum = hashedSum(WORDS_WIDTH, SEED);
  for (const [stem, count] of countsOf(stems)) sum.add(stem, 1 + Math.log(count));
  const pairs = stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`);
  for (const [pair, count] of countsOf(pairs)) sum.add(pair, PAIR_WEIGHT * (1 + Math.log(count)));
  const values = new Float32Array(MODEL_WIDTH + WORDS_WIDTH);
  values.set(model);
  values.set(writtenOut(joinParts([{ weights: sum.weights, length: 1 }], WORDS_WIDTH)), MODEL_WIDTH);
  return dense(values);
}
