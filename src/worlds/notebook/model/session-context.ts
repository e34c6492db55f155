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

const HANDLES_MAX = 1000;
/** However many one caller opens, the others keep theirs. */
const HANDLES_OF_ONE_MAX = 250;
const HANDLE_IDLE_MS = 30 * 60_000;

/** A context for a client without a connection, known by a name that cannot be guessed. */
interface Handle {
  readonly owner: string;
  readonly context: SessionContext;
  expiresAt: number;
}

/** Keeps the contexts of clients without a connection, in memory. In other hands than its owner's a handle does not exist. */
export function createContextHandles() {
  // The oldest use first, so that the least used goes when there are too many.
  const handles = new Map<string, Handle>();

  function find(name: string, owner: string, now: number): SessionContext | undefined {
    const handle = handles.get(name);
    if (handle === undefined || handle.owner !== owner) return undefined;
    handles.delete(name);
    if (handle.expiresAt <= now) return undefined;
    handle.expiresAt = now + HANDLE_IDLE_MS;
    handles.set(name, handle);
    return handle.context;
  }

  function add(name: string, owner: string, context: SessionContext, now: number): void {
    handles.set(name, { owner, context, expiresAt: now + HANDLE_IDLE_MS });
    const own = [...handles].filter(([, handle]) => handle.owner === owner).map(([of]) => of);
    for (const oldest of own.slice(0, -HANDLES_OF_ONE_MAX)) handles.delete(oldest);
    for (const [oldest, { expiresAt }] of handles) {
      if (handles.size <= HANDLES_MAX && expiresAt > now) break;
      handles.delete(oldest);
    }
  }

  /** The context that holds a stream, for a client that shows only the token. */
  function findByStream(token: string, owner: string, now: number): SessionContext | undefined {
    for (const [name, { context }] of handles) if (context.streams.has(token)) return find(name, owner, now);
    return undefined;
  }

  return { find, add, findByStream };
}
