import type { Embedder } from "../../src/kernel/search/embed/index.ts";
import { type EvidenceSignals, evidenceSignals } from "../../src/kernel/search/rank/evidence.ts";
import { measure } from "../../src/kernel/search/rank/features.ts";
import { prepare } from "../../src/kernel/search/rank/prepare.ts";
import type { Model } from "../../src/kernel/search/rank/weights.ts";
import { weightsFor } from "../../src/kernel/search/rank/weights-for.ts";
import { readCorpus, type Space } from "../recall/corpus.ts";
import { statisticsOf } from "../recall/samples.ts";
import { vectorsOf } from "../recall/vectors.ts";
import { guidesSpace } from "./guides.ts";
import { GIBBERISH, UNANSWERED } from "./questions.ts";

/** A question put to a space, and what is to be said to it. */
export interface Case {
  readonly space: Space;
  readonly text: string;
  /** `foreign` is a question that another space answers. */
  readonly asks: "answerable" | "unanswerable" | "foreign" | "gibberish";
  readonly signals: EvidenceSignals;
}

const FOREIGN = 60;

/** Every space of the corpus, and the guides. */
export function readSpaces(corpus: string): Space[] {
  return [...readCorpus(corpus), guidesSpace(corpus)];
}

/** What is measured of every question, of those of another space and of gibberish. */
export async function measureCases(
  spaces: readonly Space[],
  embedder: Embedder | undefined,
  progress: (line: string) => void,
): Promise<Case[]> {
  const model: Model = embedder === undefined ? "text" : "hybrid";
  const cases: Case[] = [];
  for (const space of spaces) {
    progress(`measuring ${space.name}`);
    const asked = [
      ...space.questions.map(({ text, isUnanswerable }) => ({
        text,
        asks: isUnanswerable ? ("unanswerable" as const) : ("answerable" as const),
      })),
      ...strangersTo(space, spaces).map((text) => ({ text, asks: "foreign" as const })),
      ...GIBBERISH.map((text) => ({ text, asks: "gibberish" as const })),
    ];
    const pool = space.documents.map(prepare);
    const statistics = statisticsOf(pool);
    const weights = weightsFor(space.kind, model, statistics.averageLength);
    const texts = asked.map(({ text }) => text);
    const vectors = embedder && (await vectorsOf(space, texts, embedder, progress));
    for (const { text, asks } of asked) {
      const measured = measure(text, pool, statistics, space.kind, vectors?.(text));
      cases.push({ space, text, asks, signals: evidenceSignals(measured, pool, weights) });
    }
  }
  return cases;
}

/** What a chat is not about: the questions of another one. What a library is not about: those nobody answers. */
function strangersTo(space: Space, spaces: readonly Space[]): readonly string[] {
  if (space.corpus === "guides") return [];
  if (space.corpus === "ir") return UNANSWERED;
  const chats = spaces.filter(({ kind }) => kind === "turn");
  const other = chats[(chats.indexOf(space) + 1) % chats.length];
  return other === undefined || other === space ? [] : other.questions.slice(0, FOREIGN).map(({ text }) => text);
}
