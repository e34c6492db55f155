import type { Event, Json } from "../../../kernel/index.ts";
import type { Said } from "./field-history.ts";

/** A proof, followed to where it stands. */
export interface Opened {
  readonly proof_id: string;
  /** Null where the words may not be shown any more. */
  readonly quote: string | null;
  readonly verified: boolean;
  readonly before: string;
  readonly after: string;
  readonly source: { id: string; title: string | null; when: string | null; author: string | null };
  readonly fact?: { entity_id: string; entity_type: string; name: string; field: string; value: Json };
  readonly history: readonly Said[];
  readonly log: ReturnType<typeof logOf> | null;
  readonly corrected?: { value: Json; at: string; proof_id: string };
  readonly forgotten?: { at: string; event_id: string };
}

/** The entry of the log that a source came with. */
export function logOf({ seq, id, at, hash, actor }: Event) {
  return { seq, id, at: new Date(at).toISOString(), hash, actor };
}
