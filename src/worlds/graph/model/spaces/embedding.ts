/** A vector written out. */
export interface Dense {
  readonly kind: "dense";
  readonly values: Float32Array;
}

/** A vector of which only what is not zero is written, by rising index. */
export interface Sparse {
  readonly kind: "sparse";
  readonly dimensions: number;
  readonly indices: Uint16Array;
  readonly values: Float32Array;
}

/** One vector a token. */
export interface Tokens {
  readonly kind: "tokens";
  readonly tokens: readonly Float32Array[];
}

/** What a text is in one space. */
export type Embedding = Dense | Sparse | Tokens;

/** A memory or a text in all 13 spaces, E1 first. */
export interface Fingerprint {
  of(space: number): Embedding;
}

export const dense = (values: Float32Array): Dense => ({ kind: "dense", values });

/** A fingerprint of embeddings that are all at hand. */
export function fingerprintFrom(embeddings: readonly Embedding[]): Fingerprint {
  return { of: (space) => embeddings[space] as Embedding };
}

/** A sparse vector from what was added up by index; zeros are left out. */
export function sparseFrom(weights: ReadonlyMap<number, number>, dimensions: number): Sparse {
  const entries = [...weights].filter(([, weight]) => weight !== 0).sort(([a], [b]) => a - b);
  return {
    kind: "sparse",
    dimensions,
    indices: Uint16Array.from(entries, ([index]) => index),
    values: Float32Array.from(entries, ([, weight]) => weight),
  };
}

/** The same vector with every number written. */
export function writtenOut(embedding: Dense | Sparse): Float32Array {
  if (embedding.kind === "dense") return embedding.values;
  const values = new Float32Array(embedding.dimensions);
  for (let at = 0; at < embedding.indices.length; at++) {
    values[embedding.indices[at] as number] = embedding.values[at] as number;
  }
  return values;
}

/** Whether nothing is said in this space. */
export function isEmpty(embedding: Embedding): boolean {
  if (embedding.kind === "tokens") return embedding.tokens.length === 0;
  return embedding.values.every((value) => value === 0);
}

/** The same direction with length one; a vector of zeros stays one. */
export function toLengthOne(values: Float32Array): Float32Array {
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  return length === 0 ? values : values.map((value) => value / length);
}
