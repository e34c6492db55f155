import type { Encoded } from "./bert.ts";

/** Turns texts into vectors: close in direction when close in meaning. */
export interface Embedder {
  /** Name and revision, stored with each vector: vectors of different models must never meet. */
  readonly model: string;
  readonly dimensions: number;
  /**
   * Vectors of length one, in the order of the texts. The same text always gives the same vector.
   * What is patient lets everything else go first: nobody waits for it.
   */
  embed(texts: readonly string[], signal?: AbortSignal, isPatient?: boolean): Promise<Float32Array[]>;
  /** The same with what the model made of each token; absent where it cannot be seen, as behind an endpoint. */
  embedTokens?(texts: readonly string[], signal?: AbortSignal): Promise<Encoded[]>;
  /** Ends what runs; calls that wait are refused. */
  close(): Promise<void>;
}

/** There is no model, and why, in words for the operator. Text search goes on. */
export interface Absent {
  readonly absent: string;
}

/** Which model makes the vectors. */
export type EmbedderChoice =
  | { readonly provider: "bundled" }
  | {
      readonly provider: "openai";
      /** The address before `/embeddings`, such as `http://localhost:11434/v1`. */
      readonly url: string;
      readonly model: string;
      readonly apiKey?: string | undefined;
      readonly dimensions: number;
    }
  /** A folder with config.json, tokenizer.json and model.safetensors of a BERT encoder. */
  | { readonly provider: "path"; readonly folder: string };
