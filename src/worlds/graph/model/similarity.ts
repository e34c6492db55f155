import type { Dense, Embedding, Fingerprint, Sparse, Tokens } from "./spaces/embedding.ts";
import { isEmpty, writtenOut } from "./spaces/embedding.ts";
import { eachSpace } from "./spaces/names.ts";

/** How alike two texts are in one space, from 0 to 1; null where one of them says nothing there. */
export function similarity(one: Embedding, other: Embedding): number | null {
  if (isEmpty(one) || isEmpty(other)) return null;
  if (one.kind === "tokens" || other.kind === "tokens")
    return one.kind === "tokens" && other.kind === "tokens" ? maxSim(one, other) : null;
  return Math.max(0, cosine(one, other));
}

/** The same in all 13 spaces, each only with itself. */
export function similarities(one: Fingerprint, other: Fingerprint): (number | null)[] {
  return eachSpace((space) => similarity(one.of(space), other.of(space)));
}

/** The mean over the spaces that say something; 0 where none does. */
export function overall(scores: readonly (number | null)[]): number {
  const told = scores.filter((score) => score !== null);
  return told.length === 0 ? 0 : told.reduce((sum, score) => sum + score, 0) / told.length;
}

/** The cosine of two vectors, 0 where one is zero. */
export function cosine(one: Dense | Sparse, other: Dense | Sparse): number {
  // Most comparisons are of two sparse vectors, and a call makes thousands.
  const [product, ofOne, ofOther] =
    one.kind === "sparse" && other.kind === "sparse"
      ? sparseProducts(one, other)
      : denseProducts(writtenOut(one), writtenOut(other));
  const lengths = Math.sqrt(ofOne) * Math.sqrt(ofOther);
  return lengths === 0 ? 0 : Math.min(1, Math.max(-1, product / lengths));
}

function denseProducts(one: Float32Array, other: Float32Array): [number, number, number] {
  let product = 0;
  let ofOne = 0;
  let ofOther = 0;
  for (let at = 0; at < one.length; at++) {
    const a = one[at] as number;
    const b = other[at] as number;
    product += a * b;
    ofOne += a * a;
    ofOther += b * b;
  }
  return [product, ofOne, ofOther];
}

function sparseProducts(one: Sparse, other: Sparse): [number, number, number] {
  let [product, ofOne, ofOther, next] = [0, 0, 0, 0];
  const others = other.indices.length;
  for (let at = 0; at < one.indices.length; at++) {
    const [index, value] = [one.indices[at] as number, one.values[at] as number];
    while (next < others && (other.indices[next] as number) < index) next += 1;
    if (next < others && other.indices[next] === index) product += value * (other.values[next] as number);
    ofOne += value * value;
  }
  for (let at = 0; at < others; at++) ofOther += (other.values[at] as number) ** 2;
  return [product, ofOne, ofOther];
}

/** For each token of the one, how near the nearest of the other is; the mean of that. */
export function maxSim(
  { tokens }: Tokens,
  other: Tokens,
  of: (cosine: number) => number = (value) => Math.max(0, value),
): number {
  const lengths = other.tokens.map(lengthOf);
  const products = new Float64Array(other.tokens.length);
  let sum = 0;
  for (const token of tokens) {
    let nearest = -1;
    const own = lengthOf(token);
    dots(token, other.tokens, products);
    for (let at = 0; at < products.length; at++) {
      const both = own * (lengths[at] as number);
      const cosine = both === 0 ? 0 : (products[at] as number) / both;
      if (cosine > nearest) nearest = cosine;
    }
    sum += of(Math.min(1, nearest));
  }
  return tokens.length === 0 ? 0 : sum / tokens.length;
}

/** Nearly one, once a token was kept. */
function lengthOf(token: Float32Array): number {
  return Math.sqrt(dot(token, token));
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** The same with each of the others. Four at a time: a processor waits for a sum before it adds to it, not for four. */
function dots(one: Float32Array, others: readonly Float32Array[], products: Float64Array): void {
  let from = 0;
  for (; from + 4 <= others.length; from += 4) {
    const [a, b, c, d] = others.slice(from, from + 4) as [Float32Array, Float32Array, Float32Array, Float32Array];
    let [ofA, ofB, ofC, ofD] = [0, 0, 0, 0];
    for (let at = 0; at < one.length; at++) {
      const value = one[at] as number;
      ofA += value * (a[at] as number);
      ofB += value * (b[at] as number);
      ofC += value * (c[at] as number);
      ofD += value * (d[at] as number);
    }
    products.set([ofA, ofB, ofC, ofD], from);
  }
  for (; from < others.length; from++) products[from] = dot(one, others[from] as Float32Array);
}
