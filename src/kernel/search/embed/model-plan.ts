import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import type { Pooling } from "./bert.ts";
import type { BertShape } from "./bert-weights.ts";
import type { Absent } from "./embedder.ts";
import { COLUMNS_PER_TILE } from "./matmul-kernel.ts";

/** A file and what it holds: the worker refuses it if it was changed since. */
export interface CheckedFile {
  readonly path: string;
  readonly sha256: string;
}

/** All the worker needs to load a model. */
export interface ModelPlan {
  readonly model: string;
  readonly weights: CheckedFile;
  readonly tokenizer: CheckedFile;
  readonly shape: BertShape;
  readonly tokensMax: number;
  readonly pooling: Pooling;
}

export interface ModelFiles {
  readonly config: string;
  readonly tokenizer: string;
  readonly weights: string;
}

/** Part of a model's name: raise it when a change here gives other vectors for the same weights. */
const ARITHMETIC = "i16.1";

const PIECE_BYTES = 262_144;

const side = z.int().positive().max(8192).multipleOf(COLUMNS_PER_TILE);
const Config = z
  .object({
    model_type: z.literal("bert"),
    hidden_act: z.literal("gelu"),
    position_embedding_type: z.literal("absolute").default("absolute"),
    hidden_size: side,
    intermediate_size: side,
    num_attention_heads: z.int().positive().max(64),
    num_hidden_layers: z.int().positive().max(48),
    max_position_embeddings: z.int().min(8).max(8192),
    layer_norm_eps: z.number().positive(),
  })
  .refine((config) => (config.hidden_size / config.num_attention_heads) % COLUMNS_PER_TILE === 0);

/** Reads and hashes the files of a model; what cannot be used is told, not thrown. */
export async function planModel(
  name: string,
  files: ModelFiles,
  { tokensMax, pooling }: { readonly tokensMax: number; readonly pooling: Pooling },
): Promise<(ModelPlan & { readonly configSha256: string }) | Absent> {
  const hashes: string[] = [];
  for (const path of [files.weights, files.tokenizer, files.config]) {
    const hash = await hashFile(path);
    if (hash === undefined) return { absent: `the model file ${basename(path)} cannot be read` };
    hashes.push(hash);
  }
  const [weightsSha256 = "", tokenizerSha256 = "", configSha256 = ""] = hashes;
  const config = Config.safeParse(await readJson(files.config));
  if (!config.success) return { absent: "config.json does not describe a BERT encoder that can be run here" };
  const { data } = config;
  const revision = createHash("sha256").update(hashes.join()).digest("hex").slice(0, 12);
  return {
    model: `${name}@${revision}+${ARITHMETIC}`,
    weights: { path: files.weights, sha256: weightsSha256 },
    tokenizer: { path: files.tokenizer, sha256: tokenizerSha256 },
    configSha256,
    shape: {
      hidden: data.hidden_size,
      heads: data.num_attention_heads,
      layers: data.num_hidden_layers,
      intermediate: data.intermediate_size,
      layerNormEpsilon: data.layer_norm_eps,
    },
    tokensMax: Math.min(tokensMax, data.max_position_embeddings),
    pooling,
  };
}

/** Reads piece by piece into the same room, so that a large file neither fills the memory nor holds up other work. */
async function hashFile(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path);
    const hash = createHash("sha256");
    const room = Buffer.alloc(PIECE_BYTES);
    let piece = await file.read(room);
    while (piece.bytesRead > 0) {
      hash.update(room.subarray(0, piece.bytesRead));
      piece = await file.read(room);
    }
    return hash.digest("hex");
  } catch (error) {
    // Missing, a folder, not readable: all the same to the operator. Anything without a system code is our bug.
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

/** The JSON in a file, or nothing when there is no such file or no JSON in it. */
export async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch(() => "");
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
