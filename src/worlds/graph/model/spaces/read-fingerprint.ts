import { dense, type Embedding, type Sparse } from "./embedding.ts";
import { SPACES, type SpaceShape } from "./names.ts";

/** Why a given embedding cannot be used. */
export interface Unusable {
  readonly problem: "missing" | "not_finite" | "wrong_dimension" | "not_sorted";
  readonly expected: string;
}

const TOKENS_MAX = 512;

/** The 13 embeddings that a caller gave, by space; each is read, missing or unusable. */
export function readFingerprint(given: Readonly<Record<string, unknown>>): (Embedding | Unusable)[] {
  const fields = isRecord(given.semantic) ? given.semantic : given;
  return SPACES.map((space) => readEmbedding(fields[space.field], space));
}

export function isUnusable(embedding: Embedding | Unusable): embedding is Unusable {
  return "problem" in embedding;
}

function readEmbedding(value: unknown, { form, dimensions }: SpaceShape): Embedding | Unusable {
  if (value === undefined || value === null) return { problem: "missing", expected: expectedOf(form, dimensions) };
  const fail = (problem: Unusable["problem"]): Unusable => ({ problem, expected: expectedOf(form, dimensions) });
  if (form === "sparse") return readSparse(value, dimensions, fail);
  if (!Array.isArray(value)) return fail("wrong_dimension");
  if (form === "dense") {
    if (value.length !== dimensions) return fail("wrong_dimension");
    return value.every(isKept) ? dense(Float32Array.from(value as number[])) : fail("not_finite");
  }
  if (value.length > TOKENS_MAX || !value.every((token) => Array.isArray(token) && token.length === dimensions))
    return fail("wrong_dimension");
  const tokens = value as number[][];
  if (!tokens.every((token) => token.every(isKept))) return fail("not_finite");
  return { kind: "tokens", tokens: tokens.map((token) => Float32Array.from(token)) };
}

function readSparse(
  value: unknown,
  dimensions: number,
  fail: (problem: Unusable["problem"]) => Unusable,
): Sparse | Unusable {
  if (!isRecord(value)) return fail("wrong_dimension");
  const { indices, values } = value;
  if (!Array.isArray(indices) || !Array.isArray(values) || indices.length !== values.length)
    return fail("wrong_dimension");
  if (!values.every(isKept)) return fail("not_finite");
  if (!indices.every((index) => Number.isInteger(index) && index >= 0 && index < dimensions))
    return fail("wrong_dimension");
  if (indices.some((index, at) => at > 0 && index <= indices[at - 1])) return fail("not_sorted");
  return {
    kind: "sparse",
    dimensions,
    indices: Uint16Array.from(indices as number[]),
    values: Float32Array.from(values as number[]),
  };
}

/** Whether it is a number that stays one when it is kept in four bytes. */
function isKept(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(Math.fround(value));
}

function expectedOf(form: SpaceShape["form"], dimensions: number): string {
  if (form === "dense") return `${dimensions} finite numbers`;
  if (form === "tokens") return `up to ${TOKENS_MAX} lists of ${dimensions} finite numbers`;
  return `{indices, values} with rising indices below ${dimensions}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
