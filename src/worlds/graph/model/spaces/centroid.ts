import {
  dense,
  type Embedding,
  type Fingerprint,
  fingerprintFrom,
  type Sparse,
  sparseFrom,
  type Tokens,
} from "./embedding.ts";
import { eachSpace } from "./names.ts";

/** The middle of some fingerprints, space by space; those with a weight count that often. */
export function centroidOf(
  members: readonly { readonly fingerprint: Fingerprint; readonly weight: number }[],
): Fingerprint {
  const total = members.reduce((sum, { weight }) => sum + weight, 0);
  return fingerprintFrom(
    eachSpace((space) =>
      middle(
        members.map(({ fingerprint, weight }) => ({ embedding: fingerprint.of(space), share: weight / (total || 1) })),
      ),
    ),
  );
}

interface Part {
  readonly embedding: Embedding;
  readonly share: number;
}

function middle(parts: readonly Part[]): Embedding {
  const first = parts[0]?.embedding ?? { kind: "tokens", tokens: [] };
  if (first.kind === "tokens") return middleTokens(parts);
  if (first.kind === "sparse") return middleSparse(parts, first.dimensions);
  const values = new Float32Array(first.values.length);
  for (const { embedding, share } of parts) {
    if (embedding.kind !== "dense") continue;
    for (const [at, value] of embedding.values.entries()) values[at] = (values[at] as number) + share * value;
  }
  return dense(values);
}

function middleSparse(parts: readonly Part[], dimensions: number): Sparse {
  const weights = new Map<number, number>();
  for (const { embedding, share } of parts) {
    if (embedding.kind !== "sparse") continue;
    for (const [at, index] of embedding.indices.entries()) {
      weights.set(index, (weights.get(index) ?? 0) + share * (embedding.values[at] as number));
    }
  }
  return sparseFrom(weights, dimensions);
}

const TOKENS_MAX = 64;

/** Tokens have no middle: some of each member's stand for all, spread evenly. */
function middleTokens(parts: readonly Part[]): Tokens {
  const each = Math.max(1, Math.floor(TOKENS_MAX / Math.max(1, parts.length)));
  const tokens = parts.flatMap(({ embedding }) => (embedding.kind === "tokens" ? spread(embedding.tokens, each) : []));
  return { kind: "tokens", tokens: spread(tokens, TOKENS_MAX) };
}

function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, at) => items[Math.floor((at * items.length) / count)] as Item);
}
