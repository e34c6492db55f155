import { readCorpus } from "../recall/corpus.ts";
import { openModel } from "../recall/open-model.ts";
import { vectorsByText, vectorsOf } from "../recall/vectors.ts";
import { createRandom } from "../search/corpus.ts";

const DIMENSIONS = 384;
/** Vectors of texts lie near far fewer directions than they have numbers. */
const DIRECTIONS = 48;
const QUESTIONS = 40;
/** Questions of real texts, over all of them. */
const REAL_QUESTIONS = 200;

/** What is searched, and for what. */
export interface VectorSet {
  readonly name: string;
  readonly vectors: readonly Float32Array[];
  readonly questions: readonly Float32Array[];
}

/** The same in every run. */
export function madeVectors(count: number): VectorSet {
  const made = createMadeVectors();
  const take = (many: number) => Array.from({ length: many }, made);
  return { name: "made", vectors: take(count), questions: take(QUESTIONS) };
}

/** The texts and questions of a folder as the bundled model has them, all in one. */
export async function realVectors(corpus: string, progress: (line: string) => void): Promise<VectorSet> {
  const embedder = await openModel();
  if ("absent" in embedder) throw new Error(embedder.absent);
  try {
    const spaces = readCorpus(corpus);
    const vectors: Float32Array[] = [];
    const questions: Float32Array[] = [];
    const every = Math.ceil(spaces.reduce((sum, space) => sum + space.questions.length, 0) / REAL_QUESTIONS);
    let seen = 0;
    for (const space of spaces) {
      vectors.push(...(await vectorsByText(space, embedder, progress)).values());
      const asked = space.questions.map(({ text }) => text).filter(() => seen++ % every === 0);
      const of = await vectorsOf(space, asked, embedder, progress);
      questions.push(...asked.map((text) => of(text).query));
    }
    return { name: "of texts", vectors, questions };
  } finally {
    await embedder.close();
  }
}

function createMadeVectors(): () => Float32Array {
  const random = createRandom(5);
  const directions = Array.from({ length: DIRECTIONS }, () =>
    Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5),
  );
  return () => {
    const vector = new Float32Array(DIMENSIONS);
    for (const direction of directions) {
      const weight = random() - 0.5;
      for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = (vector[at] ?? 0) + weight * (direction[at] ?? 0);
    }
    for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = (vector[at] ?? 0) + (random() - 0.5) / 4;
    return vector;
  };
}
