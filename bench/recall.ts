import { UsageError } from "../src/apps/usage-error.ts";
import type { Embedder } from "../src/kernel/search/embed/index.ts";
import type { Bench } from "./kit/bench.ts";
import { readCorpus } from "./recall/corpus.ts";
import { type Answer, answersOf } from "./recall/evaluate.ts";
import { openModel } from "./recall/open-model.ts";
import { figuresOf, headline, type MissingRow, type RecallResult, report } from "./recall/report.ts";
import { measureSamples } from "./recall/samples.ts";
import { type StudyRow, study } from "./recall/study.ts";
import { measureThrough, type ThroughRow } from "./recall/through/through.ts";

/** Shares of vectors that are still to come. */
const MISSING = [0, 0.01, 0.1, 0.5, 1];

/** Whether the product finds what answers a question. */
export const bench: Bench<RecallResult> = {
  name: "recall",
  summary: "evidence found among the first ten in chats and documents; needs --corpus",
  print: report,
  async run({ corpus, progress, ablations, noModel, through }) {
    if (corpus === undefined) throw new UsageError("recall needs --corpus, a folder with locomo/, beam/ or ir/");
    const spaces = readCorpus(corpus);
    const embedder = noModel ? undefined : await model(progress);
    try {
      if (through !== undefined) {
        if (embedder === undefined) throw new UsageError("--through needs the model");
        return throughResult(await measureThrough(through, spaces, embedder, progress));
      }
      const answers: Answer[] = [];
      for (const space of spaces) {
        progress(`asking ${space.name}`);
        answers.push(...(await answersOf(space, embedder, progress)));
      }
      const missing: MissingRow[] = [];
      for (const share of embedder === undefined ? [] : MISSING) {
        progress(`with ${100 * share} % of the vectors missing`);
        const some: Answer[] = [];
        for (const space of spaces) some.push(...(await answersOf(space, embedder, progress, share)));
        missing.push({ share, ...headline(some) });
      }
      const rows: StudyRow[] = [];
      if (ablations) {
        const chats = spaces.filter(({ kind }) => kind === "turn");
        if (embedder) rows.push(...study((await measureSamples(chats, embedder, progress)).own, "hybrid"));
        rows.push(...study((await measureSamples(chats, undefined, progress)).own, "text"));
      }
      return {
        mode: embedder === undefined ? "text" : "hybrid",
        answers,
        missing,
        study: rows,
        through: [],
        toJSON: () => ({ ...figuresOf(answers), missing }),
      };
    } finally {
      await embedder?.close();
    }
  },
};

function throughResult(through: readonly ThroughRow[]): RecallResult {
  return { mode: "hybrid", answers: [], missing: [], study: [], through, toJSON: () => ({ through }) };
}

async function model(progress: (line: string) => void): Promise<Embedder | undefined> {
  const found = await openModel();
  if (!("absent" in found)) return found;
  progress(`by text alone: ${found.absent}`);
  return undefined;
}
