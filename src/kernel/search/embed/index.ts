export { createEmbedder, type EmbedderParts } from "./create-embedder.ts";
export type { Absent, Embedder, EmbedderChoice } from "./embedder.ts";
export { EmbedderError, type EmbedderErrorCode } from "./embedder-error.ts";
