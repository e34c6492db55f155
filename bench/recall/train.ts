// Learns the weights of the ranking and writes src/kernel/search/rank/weights.ts:
//   node bench/recall/train.ts --corpus DIR
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FEATURES, type Feature } from "../../src/kernel/search/rank/features.ts";
import type { Weights } from "../../src/kernel/search/rank/weigh.ts";
import { readCorpus } from "./corpus.ts";
import { learnWeights } from "./learn.ts";
import { openModel } from "./open-model.ts";
import { measureSamples } from "./samples.ts";

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

const hybrid = learnWeights((await measureSamples(spaces, embedder, progress)).own, ALL);
const text = learnWeights((await measureSamples(spaces, undefined, progress)).own, BY_TEXT);
await embedder.close();
writeFileSync(FILE, source(hybrid, text));

function source(withModel: Weights, byText: Weights): string {
  return `import type { Kind } from "./document.ts";
import type { Weights } from "./weigh.ts";

/** With vectors, and by text alone. */
export type Model = "hybrid" | "text";

// Written by bench/recall/train.ts. Turns: listwise with a ridge, over the questions of ${spaces.length} development chats;
// the same weights for every chat.
// Passages: the usual weighted sum, set by hand, since few features helped there.
export const WEIGHTS: Readonly<Record<Kind, Readonly<Record<Model, Weights>>>> = {
  turn: {
    hybrid: ${literal(withModel)},
    text: ${literal(byText)},
  },
  passage: { hybrid: { words: 0.3, meaning: 0.7, shared: 0.15 }, text: { words: 1 } },
};
`;
}

function literal(weights: Weights): string {
  const lines = Object.entries(weights).map(([name, weight]) => `      ${name}: ${Number(weight.toFixed(3))},`);
  return `{\n${lines.join("\n")}\n    }`;
}
