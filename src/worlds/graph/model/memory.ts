import type { JsonObject } from "../../../kernel/index.ts";
import type { Modality } from "./spaces/modality.ts";

/** The four quadrants of what is known against what holds together. */
export const QUADRANTS = ["Open", "Hidden", "Blind", "Unknown"] as const;
export type Quadrant = (typeof QUADRANTS)[number];

/** What was learnt when a memory came, computed once against what was known then. */
export interface Learnt extends JsonObject {
  readonly delta_s: number;
  readonly delta_c: number;
  readonly learning_score: number;
}

/** A memory as an entry of the log tells it. */
export interface MemoryRecord {
  readonly id: string;
  readonly content: string;
  /** Of the content as it is stored. */
  readonly content_hash: string;
  readonly rationale: string | null;
  readonly modality: Modality;
  readonly importance: number;
  readonly tags: readonly string[];
  readonly session_id: string;
  /** When it was said, where that is not when it was stored. */
  readonly occurred_at: number | null;
  /** The packed fingerprint in base64, and the model behind it. */
  readonly fingerprint: string;
  readonly model: string;
  readonly learnt: Learnt;
  /** What was taken out before anything was made of it, by kind. */
  readonly scrubbed: Readonly<Record<string, number>>;
}

/** A memory as it is kept. */
export interface Memory extends Omit<MemoryRecord, "fingerprint" | "occurred_at"> {
  readonly fingerprint: Uint8Array;
  /** Its place in the log, by which memories are kept and found. */
  readonly position: number;
  readonly session_position: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly access_count: number;
  readonly accessed_at: number;
  readonly deleted_at: number | null;
  readonly delete_reason: string | null;
  readonly merged_into: string | null;
}

export const CONTENT_CHARS_MAX = 65_536;
/** How long a deleted memory can be brought back. */
export const DELETED_KEPT_MS = 30 * 24 * 3600 * 1000;
