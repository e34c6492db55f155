import { resolve } from "node:path";
import { z } from "zod";
import type { Readers } from "./model/readers.ts";

const S3 = {
  path: z.string().regex(/^s3:\/\/[^/]+(\/.*)?$/, "must be s3://BUCKET or s3://BUCKET/PREFIX"),
  endpoint: z.url().optional(),
  region: z.string().min(1).optional(),
  access_key_id: z.string().min(1),
  secret_access_key: z.string().min(1),
};

const Filesystem = z.strictObject({ type: z.literal("filesystem"), path: z.string().min(1) });
const S3Storage = z.strictObject({ type: z.literal("s3"), ...S3 });
/** Supabase storage is reached by its S3 endpoint, which therefore must be given. */
const Supabase = z.strictObject({ type: z.literal("supabase"), ...S3, endpoint: z.url() });

const VectorStorage = z.strictObject({
  type: z.enum(["embedded", "pgvector", "pinecone", "weaviate"]),
  connection: z.string().optional(),
});

const Constraints = z.strictObject({
  max_passage_context: z.int().min(0).max(5000).default(500),
  max_search_results: z.int().min(1).max(50).default(50),
  stream_timeout_s: z.int().min(1).max(86_400).default(300),
  stream_chunk_size: z.int().min(1).max(50).default(10),
});

const CollectionAccess = z.strictObject({
  owner: z.string().min(1).optional(),
  readers: z.array(z.string().min(1)).optional(),
});

/** The `notebook` key of the configuration. */
export const Config = z.strictObject({
  notebook_storage: z.discriminatedUnion("type", [Filesystem, S3Storage, Supabase]).optional(),
  vector_storage: VectorStorage.default({ type: "embedded" }),
  artifact_storage: z.discriminatedUnion("type", [Filesystem, S3Storage]).optional(),
  constraints: Constraints.prefault({}),
  collections: z.record(z.string(), CollectionAccess).default({}),
  unlisted_collections: z.enum(["everyone", "nobody"]).default("everyone"),
});

export type StorageConfig = z.output<typeof Filesystem> | z.output<typeof S3Storage> | z.output<typeof Supabase>;
export type VectorConfig = z.output<typeof VectorStorage>;
export type ConstraintConfig = z.output<typeof Constraints>;

/** The contract's ServerConfig with everything that was left out filled in. */
export interface NotebookConfig {
  readonly notebook_storage: StorageConfig;
  readonly vector_storage: VectorConfig;
  readonly artifact_storage: StorageConfig;
  readonly constraints: ConstraintConfig;
  readonly collections: Readers["access"];
  readonly unlisted_collections: Readers["unlisted"];
}

/** Fills in where everything is. Relative paths are below the data folder. */
export function readConfig(checked: unknown, folder: string): NotebookConfig {
  const { notebook_storage, artifact_storage, ...rest } = checked as z.output<typeof Config>;
  const notebooks = rooted(notebook_storage ?? { type: "filesystem", path: "notebooks" }, folder);
  return {
    ...rest,
    notebook_storage: notebooks,
    artifact_storage: artifact_storage === undefined ? notebooks : rooted(artifact_storage, folder),
  };
}

function rooted(storage: StorageConfig, folder: string): StorageConfig {
  return storage.type === "filesystem" ? { ...storage, path: resolve(folder, storage.path) } : storage;
}
