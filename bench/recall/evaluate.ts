import type { Embedder } from "../../src/kernel/search/embed/index.ts";
import { type RankDocument, type Ranking, rank, type Vectors } from "../../src/kernel/search/rank/index.ts";
import { type PreparedDocument, prepare } from "../../src/kernel/search/rank/prepare.ts";
import type { Question, Space } from "./corpus.ts";
import { statisticsOf } from "./samples.ts";
import { vectorsOf } from "./vectors.ts";

const LIMIT = 10;

/** What the product answered, and how long it took. */
export interface Answer {
  readonly space: Space;
  readonly question: Question;
  readonly best: readonly string[];
  readonly evidence: number;
  readonly cpuMs: number;
}

/** Asks every question of a space through the product's own ranking; embedding the question is not in the time. */
export async function answersOf(
  space: Space,
  embedder: Embedder | undefined,
  progress: (line: string) => void,
  missing = 0,
): Promise<Answer[]> {
  const prepared = new Map<RankDocument, PreparedDocument>(space.documents.map((each) => [each, prepare(each)]));
  const statistics = statisticsOf([...prepared.values()]);
  const texts = space.questions.map(({ text }) => text);
  const whole = embedder && (await vectorsOf(space, texts, embedder, progress));
  const vectors = whole && withoutSome(space, whole, missing);
  const ask = (text: string): Ranking =>
    rank(text, space.documents, statistics, {
      kind: space.kind,
      limit: LIMIT,
      ...(vectors && { vectors: vectors(text) }),
      prepare: (document) => prepared.get(document) ?? prepare(document),
    });
  // The first few calls pay for compiling.
  for (const text of texts.slice(0, 20)) ask(text);
  return space.questions.map((question) => {
    const before = process.threadCpuUsage();
    const { ranked, evidence } = ask(question.text);
    const { user, system } = process.threadCpuUsage(before);
    return { space, question, best: ranked.map(({ id }) => id), evidence, cpuMs: (user + system) / 1000 };
  });
}

/** As if this share of the documents, spread evenly, still waited for their vectors. */
function withoutSome(
  { documents }: Space,
  vectors: (text: string) => Vectors,
  missing: number,
): (text: string) => Vectors {
  const gone = new Set(
    documents.flatMap(({ id }, index) => (Math.floor((index + 1) * missing) > Math.floor(index * missing) ? [id] : [])),
  );
  return (text) => {
    const { query, of } = vectors(text);
    return { query, of: (id) => (gone.has(id) ? undefined : of(id)) };
  };
}
