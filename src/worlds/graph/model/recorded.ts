import type { Event, Json, JsonObject } from "../../../kernel/index.ts";
import type { Edge, EdgeKey } from "./edge.ts";
import type { MemoryRecord } from "./memory.ts";
import type { KeptVector } from "./vector.ts";

// What the log of this world holds. The kind says what happened; what it changed stands in the payload, in the same words
// for every kind, so that one place applies them all.

export const MEMORY_STORED = "memory.stored";
export const CONTEXT_INJECTED = "context.injected";
export const VECTOR_COMPUTED = "vector.computed";
export const EMBEDDINGS_FUSED = "embeddings.fused";

/** What one entry changes. */
export interface Changes {
  readonly memory?: MemoryRecord;
  /** Put in place of what has the same ends and type. */
  readonly edges?: readonly Edge[];
  readonly edges_removed?: readonly EdgeKey[];
  /** Memories that were used. */
  readonly touched?: readonly { readonly id: string; readonly accesses: number }[];
  /** Memories whose importance is another now. */
  readonly weighed?: readonly { readonly id: string; readonly importance: number }[];
  readonly deleted?: readonly { readonly id: string; readonly reason: string; readonly merged_into?: string }[];
  readonly restored?: readonly string[];
  readonly vector?: KeptVector;
  /** Rows of state by name, each as it is from now on. */
  readonly state?: Readonly<Record<string, JsonObject>>;
}

/** The payload of an entry: what it changes, and whatever else is worth telling. */
export function toPayload(changes: Changes, told: JsonObject = {}): Json {
  return { ...told, ...changes } as unknown as Json;
}

export function changesOf(event: Event): Changes {
  return (event.payload ?? {}) as unknown as Changes;
}
