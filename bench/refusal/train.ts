// Learns how much evidence is enough and writes src/kernel/search/rank/evidence-weights.ts:
//   node bench/refusal/train.ts --corpus DIR
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { EvidenceWeights } from "../../src/kernel/search/rank/weigh.ts";
import { openModel } from "../recall/open-model.ts";
import { measureCases, readSpaces } from "./cases.ts";
import { BORDER, learnEvidence } from "./learn-evidence.ts";

const FILE = new URL("../../src/kernel/search/rank/evidence-weights.ts", import.meta.url);

const { values } = parseArgs({ options: { corpus: { type: "string" } } });
if (values.corpus === undefined) throw new Error("usage: node bench/refusal/train.ts --corpus DIR");
const progress = (line: string) => process.stderr.write(`… ${line}\n`);
const spaces = readSpaces(values.corpus);
const embedder = await openModel();
if ("absent" in embedder) throw new Error(embedder.absent);
const hybrid = await measureCases(spaces, embedder, progress);
const text = await measureCases(spaces, undefined, progress);
await embedder.close();

const kinds = (["turn", "passage"] as const).map((kind) => {
  const learn = (cases: typeof hybrid) =>
    learnEvidence(
      cases.filter(({ space }) => space.kind === kind),
      BORDER[kind],
    );
  return `  ${kind}: {\n    hybrid: ${literal(learn(hybrid))},\n    text: ${literal(learn(text))},\n  },\n`;
});
writeFileSync(
  FILE,
  `import type { Kind } from "./document.ts";
import type { EvidenceWeights } from "./weigh.ts";
import type { Model } from "./weights.ts";

// Written by bench/refusal/train.ts. Logistic, over questions that chats, guides and a library answer against those that
// they do not, and gibberish. One half is the border: of the answerable questions 5 % lie below in chats, 2 % in passages.
export const EVIDENCE: Readonly<Record<Kind, Readonly<Record<Model, EvidenceWeights>>>> = {
${kinds.join("")}};
`,
);

function literal(weights: EvidenceWeights): string {
  const parts = Object.entries(weights).map(([name, weight]) => `${name}: ${Number(weight.toFixed(2))}`);
  return `{ ${parts.join(", ")} }`;
}
