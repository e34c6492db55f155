// Learns the weights of the ranking and writes src/kernel/search/rank/weights.ts:
//   node bench/recall/train.ts --corpus DIR
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FEATURES, type Feature } from "../../src/kernel/search/rank/features.ts";
import type { EvidenceWeights, Weights } from "../../src/kernel/search/rank/weigh.ts";
import { readCorpus } from "./corpus.ts";
import { learnWeights } from "./learn.ts";
import { learnEvidence } from "./learn-evidence.ts";
import { openModel } from "./open-model.ts";
import { measureSamples, type Samples } from "./samples.ts";

const FILE = new URL("../../src/kernel/search/rank/weights.ts", import.meta.url);
const ALL = Object.keys(FEATURES) as Feature[];
/** What the text alone can tell. */
const BY_TEXT = ALL.filter((feature) => FEATURES[feature] !== "meaning");

const { values } = parseArgs({ options: { corpus: { type: "string" } } });
if (values.corpus === undefined) throw new Error("usage: node bench/recall/train.ts --corpus DIR");
const progress = (line: string) => process.stderr.write(`… ${line}\n`);
const spaces = readCorpus(values.corpus).filter(({ kind }) => kind === "turn");
const embedder = await openModel();
if ("absent" in embedder) throw new Error(embedder.absent);

const hybrid = train(await measureSamples(spaces, embedder, progress), ALL);
const text = train(await measureSamples(spaces, undefined, progress), BY_TEXT);
await embedder.close();
writeFileSync(FILE, source(hybrid, text));

interface Trained {
  readonly ranking: Weights;
  readonly evidence: EvidenceWeights;
}

function train({ own, foreign }: Samples, features: readonly Feature[]): Trained {
  const ranking = learnWeights(own, features);
  const answerable = own.filter(({ question }) => !question.isUnanswerable);
  const unanswerable = [...own.filter(({ question }) => question.isUnanswerable), ...foreign];
  return { ranking, evidence: learnEvidence(answerable, unanswerable, ranking) };
}

function source(withModel: Trained, byText: Trained): string {
  return `import type { Kind } from "./document.ts";
import type { EvidenceWeights, Weights } from "./weigh.ts";

/** With vectors, and by text alone. */
export type Model = "hybrid" | "text";

// Written by bench/recall/train.ts. Turns: listwise with a ridge, over the questions of ${spaces.length} development chats;
// the same weights for every chat.
// Passages: the usual weighted sum, set by hand, since few features helped there.
export const WEIGHTS: Readonly<Record<Kind, Readonly<Record<Model, Weights>>>> = {
  turn: {
    hybrid: ${literal(withModel.ranking)},
    text: ${literal(byText.ranking)},
  },
  passage: { hybrid: { words: 0.3, meaning: 0.7 }, text: { words: 1 } },
};

// Logistic, over the same questions against those the chats cannot answer and those of other chats.
export const EVIDENCE: Readonly<Record<Model, EvidenceWeights>> = {
  hybrid: ${literal(withModel.evidence)},
  text: ${literal(byText.evidence)},
};
`;
}

function literal(weights: Weights | EvidenceWeights): string {
  const lines = Object.entries(weights).map(([name, weight]) => `      ${name}: ${Number(weight.toFixed(3))},`);
  return `{\n${lines.join("\n")}\n    }`;
}
