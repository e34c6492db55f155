// Learns the weights of the ranking and writes src/kernel/search/rank/weights.ts:
//   node bench/recall/train.ts --corpus DIR
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FEATURES, type Feature } from "../../src/kernel/search/rank/features.ts";
import type { Weights } from "../../src/kernel/search/rank/weigh.ts";
import { readCorpus } from "./corpus.ts";
import { learnWeights } from "./learn.ts";
import { openModel } from "./open-model.ts";
import { hasLongTurns, measureSamples } from "./samples.ts";

const FILE = new URL("../../src/kernel/search/rank/weights.ts", import.meta.url);
/** Which words the best share is known only once they are found. */
const ALL = (Object.keys(FEATURES) as Feature[]).filter((feature) => feature !== "shared");
/** What the text alone can tell. */
const BY_TEXT = ALL.filter((feature) => FEATURES[feature] !== "meaning");

const { values } = parseArgs({ options: { corpus: { type: "string" } } });
if (values.corpus === undefined) throw new Error("usage: node bench/recall/train.ts --corpus DIR");
const progress = (line: string) => process.stderr.write(`… ${line}\n`);
const spaces = readCorpus(values.corpus).filter(({ kind }) => kind === "turn");
const embedder = await openModel();
if ("absent" in embedder) throw new Error(embedder.absent);

const hybrid = (await measureSamples(spaces, embedder, progress)).own;
const text = (await measureSamples(spaces, undefined, progress)).own;
await embedder.close();
const [all, long] = [
  [learnWeights(hybrid, ALL), learnWeights(text, BY_TEXT)],
  [learnWeights(hybrid.filter(hasLongTurns), ALL), learnWeights(text.filter(hasLongTurns), BY_TEXT)],
] as const;
writeFileSync(FILE, source(all, long));

function source(all: readonly [Weights, Weights], long: readonly [Weights, Weights]): string {
  return `import type { Kind } from "./document.ts";
import type { Weights } from "./weigh.ts";

/** With vectors, and by text alone. */
export type Model = "hybrid" | "text";

// Written by bench/recall/train.ts. Turns: listwise with a ridge, over the questions of ${spaces.length} development chats,
// and of those with long turns.
// Passages: the usual weighted sum, set by hand, since few features helped there.
export const WEIGHTS: Readonly<Record<Kind, Readonly<Record<Model, Weights>>>> = {
  turn: ${pair(all)},
  passage: { hybrid: { words: 0.3, meaning: 0.7, shared: 0.15 }, text: { words: 1 } },
};

/** For turns as long as people and assistants write them. */
export const LONG_TURNS: Readonly<Record<Model, Weights>> = ${pair(long)};
`;
}

function pair([hybrid, text]: readonly [Weights, Weights]): string {
  return `{\n    hybrid: ${literal(hybrid)},\n    text: ${literal(text)},\n  }`;
}

function literal(weights: Weights): string {
  const lines = Object.entries(weights).map(([name, weight]) => `      ${name}: ${Number(weight.toFixed(3))},`);
  return `{\n${lines.join("\n")}\n    }`;
}
