import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { createBert } from "./bert.ts";
import type { CheckedFile, ModelPlan } from "./model-plan.ts";
import { readSafetensors } from "./safetensors.ts";
import { createTokenize } from "./tokenize.ts";

/** What the thread is asked. */
export interface EmbedRequest {
  readonly text: string;
  readonly withTokens: boolean;
}

// The thread of worker-embedder.ts: it loads the model it is given, then answers each text with its vector, in order.

const { weights, tokenizer, shape, tokensMax, pooling } = workerData as ModelPlan;

function readChecked({ path, sha256 }: CheckedFile): Buffer<ArrayBuffer> {
  const content = readFileSync(path);
  if (createHash("sha256").update(content).digest("hex") !== sha256) throw new Error("a model file has changed");
  return content;
}

const tokenize = createTokenize(JSON.parse(readChecked(tokenizer).toString("utf8")), tokensMax);
const file = readChecked(weights);
const encode = createBert(shape, readSafetensors(file), tokensMax, pooling);
// The encoder has taken what it needs; without this the file would stay in memory until some later collection.
file.buffer.transfer(0);

parentPort?.on("message", ({ text, withTokens }: EmbedRequest) => {
  const encoded = encode(tokenize(text), withTokens);
  parentPort?.postMessage(encoded, [encoded.vector.buffer as ArrayBuffer, encoded.tokens.buffer as ArrayBuffer]);
});
