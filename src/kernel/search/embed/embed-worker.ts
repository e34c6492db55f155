import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { platform } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { giveWay } from "../../give-way.ts";
import { createBert, type Encoded } from "./bert.ts";
import { type BertWeights, loadBertWeights } from "./bert-weights.ts";
import type { CheckedFile, ModelPlan } from "./model-plan.ts";
import { readSafetensors } from "./safetensors.ts";
import { createTokenize } from "./tokenize.ts";

/** Which thread of a model it is; the first loads the weights, the others get what it loaded. */
export interface EmbedThread {
  readonly plan: ModelPlan;
  readonly thread: number;
  readonly weights: BertWeights | undefined;
}

/** What the thread is asked. */
export interface EmbedRequest {
  readonly text: string;
  readonly withTokens: boolean;
}

/** What it says: once what it has loaded, then the answer to each text. */
export type EmbedReply = { readonly weights: BertWeights } | Encoded;

// The thread of worker-embedder.ts: it answers each text with its vector, in order.

/** Below the thread that answers, above what the machine does when it has nothing else to do. */
const PRIORITY = 10;

const { plan, thread, weights: given } = workerData as EmbedThread;

// It computes for as long as there is anything to embed. Where cores are few, whoever is answered goes first. On Linux this
// holds for the thread alone; elsewhere it would hold for the whole process.
if (platform() === "linux") giveWay(PRIORITY);

function readChecked({ path, sha256 }: CheckedFile): Buffer<ArrayBuffer> {
  const content = readFileSync(path);
  if (createHash("sha256").update(content).digest("hex") !== sha256) throw new Error("a model file has changed");
  return content;
}

function load(): BertWeights {
  const file = readChecked(plan.weights);
  const weights = loadBertWeights(plan.shape, readSafetensors(file), plan.tokensMax);
  // All that is needed was taken; without this the file would stay in memory until some later collection.
  file.buffer.transfer(0);
  parentPort?.postMessage({ weights } satisfies EmbedReply);
  return weights;
}

const tokenize = createTokenize(JSON.parse(readChecked(plan.tokenizer).toString("utf8")), plan.tokensMax);
const encode = createBert(plan.shape, given ?? load(), thread, plan.pooling);

parentPort?.on("message", ({ text, withTokens }: EmbedRequest) => {
  const encoded = encode(tokenize(text), withTokens);
  parentPort?.postMessage(encoded, [encoded.vector.buffer as ArrayBuffer, encoded.tokens.buffer as ArrayBuffer]);
});
