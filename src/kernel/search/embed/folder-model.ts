import { basename, join, resolve } from "node:path";
import { z } from "zod";
import type { Absent } from "./embedder.ts";
import { type ModelPlan, planModel, readJson } from "./model-plan.ts";

const PoolingConfig = z.object({ pooling_mode_cls_token: z.boolean() });
const LengthConfig = z.object({ max_seq_length: z.int().min(8).max(8192) });
const TOKENS_MAX = 512;

/** A model in a folder, laid out as sentence-transformers saves one; its two optional files are heeded. */
export async function planFolderModel(folder: string): Promise<ModelPlan | Absent> {
  const at = (...parts: readonly string[]): string => join(resolve(folder), ...parts);
  const files = {
    config: at("config.json"),
    tokenizer: at("tokenizer.json"),
    weights: at("model.safetensors"),
  };
  const pooling = PoolingConfig.safeParse(await readJson(at("1_Pooling", "config.json")));
  const length = LengthConfig.safeParse(await readJson(at("sentence_bert_config.json")));
  return planModel(basename(resolve(folder)), files, {
    pooling: pooling.data?.pooling_mode_cls_token === true ? "first" : "mean",
    tokensMax: length.data?.max_seq_length ?? TOKENS_MAX,
  });
}
