import type { StreamState } from "./stream.ts";

export interface AccessRecord {
  readonly timestamp: number;
  readonly tool: string;
  readonly collection_id: string | null;
  readonly reference_ids: readonly string[];
}

/** All that one connection is known by. In memory only; null means SAFE. */
export interface SessionContext {
  active_collection: string | null;
  readonly created_at: number;
  readonly access_log: AccessRecord[];
  readonly streams: Map<string, StreamState>;
}

export const ACCESS_RECORDS_MAX = 1000;

/** A context in which nothing has been entered. */
export function freshContext(now: number): SessionContext {
  return { active_collection: null, created_at: now, access_log: [], streams: new Map() };
}

export function recordAccess(context: SessionContext, record: AccessRecord): void {
  context.access_log.push(record);
  if (context.access_log.length > ACCESS_RECORDS_MAX) context.access_log.shift();
}
