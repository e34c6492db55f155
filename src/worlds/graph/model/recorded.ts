import type { Event, Json, JsonObject } from "../../../kernel/index.ts";
import type { Edge, EdgeKey } from "./edge.ts";
import type { MemoryRecord } from "./memory.ts";
import type { Prediction } from "./prediction.ts";
import type { KeptVector } from "./vector.ts";

// What the log of this world holds. The kind says what happened; what it changed stands in the payload, in the same words
// for every kind, so that one place applies them all.

export const MEMORY_STORED = "memory.stored";
export const CONTEXT_INJECTED = "context.injected";
export const VECTOR_COMPUTED = "vector.computed";
export const EMBEDDINGS_FUSED = "embeddings.fused";
export const COUPLING_ADJUSTED = "coupling.adjusted";
export const WORKSPACE_CONTESTED = "workspace.contested";
export const MODULATOR_ADJUSTED = "modulator.adjusted";
export const FEEDBACK_GIVEN = "feedback.given";
export const THRESHOLDS_RECALIBRATED = "thresholds.recalibrated";
export const PROFILE_CHANGED = "profile.changed";
export const DREAM_ENDED = "dream.ended";
export const NORTH_STAR_FOUND = "north_star.found";
export const GOALS_DISCOVERED = "goals.discovered";
export const DRIFT_CORRECTED = "drift.corrected";
export const MEMORIES_CONSOLIDATED = "memories.consolidated";
export const CONSOLIDATION_UNDONE = "consolidation.undone";

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
  /** What was returned for what, and how relevant it was. */
  readonly prediction?: Prediction;
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
