import { type Embedding, type Fingerprint, writtenOut } from "./embedding.ts";
import { SPACES } from "./names.ts";

/** Enough to read the same embedding back, and short. */
const rounded = (value: number): number => Math.round(value * 1e5) / 1e5;

/** A fingerprint as answers give it: by the contract's fields, in the shapes it fixes. */
export function showFingerprint(fingerprint: Fingerprint): Record<string, unknown> {
  return Object.fromEntries(
    SPACES.map(({ field, form }, space) => [field, shown(fingerprint.of(space), form === "sparse")]),
  );
}

function shown(embedding: Embedding, isSparse: boolean): unknown {
  if (embedding.kind === "tokens") return embedding.tokens.map((token) => Array.from(token, rounded));
  if (isSparse && embedding.kind === "sparse")
    return { indices: [...embedding.indices], values: Array.from(embedding.values, rounded) };
  return Array.from(writtenOut(embedding), rounded);
}
