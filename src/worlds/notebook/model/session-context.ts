import type { JsonObject, Scope } from "../../../kernel/index.ts";
import { noCollectionContext } from "../errors.ts";
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
const HANDLES_MAX = 1000;
const HANDLE_IDLE_MS = 30 * 60_000;
const SESSION_KEY = "notebook";

/** A context for a client without a connection, known by a name that cannot be guessed. */
interface Handle {
  readonly owner: string;
  readonly context: SessionContext;
  expiresAt: number;
}

export type Contexts = ReturnType<typeof createContexts>;

/** Keeps the contexts: in the connection where there is one, under a handle where there is none. */
export function createContexts() {
  // The oldest use first, so that the least used goes when there are too many.
  const handles = new Map<string, Handle>();

  function fresh(scope: Scope): SessionContext {
    return { active_collection: null, created_at: scope.env.now(), access_log: [], streams: new Map() };
  }

  function byHandle(scope: Scope, name: string): SessionContext | undefined {
    const handle = handles.get(name);
    const now = scope.env.now();
    if (handle === undefined || handle.owner !== ownerOf(scope)) return undefined;
    handles.delete(name);
    if (handle.expiresAt <= now) return undefined;
    handle.expiresAt = now + HANDLE_IDLE_MS;
    handles.set(name, handle);
    return handle.context;
  }

  /** The context of this call. A client without a connection that shows no handle is in SAFE. */
  function of(scope: Scope, handle: string | undefined, beside?: JsonObject): SessionContext {
    if (handle !== undefined) {
      const context = byHandle(scope, handle);
      if (context === undefined) throw noCollectionContext(beside, { context_handle: "unknown or expired" });
      return context;
    }
    const known = scope.session.get<SessionContext>(SESSION_KEY);
    if (known !== undefined) return known;
    const context = fresh(scope);
    scope.session.set(SESSION_KEY, context);
    return context;
  }

  /** Replaces what was entered before; streams of the old collection end with it. */
  function enter(
    scope: Scope,
    collectionId: string,
    handle: string | undefined,
  ): { context: SessionContext; handle?: string } {
    if (handle !== undefined || scope.session.kept) {
      const context = of(scope, handle);
      context.active_collection = collectionId;
      context.streams.clear();
      return { context, ...(handle !== undefined && { handle }) };
    }
    const context = { ...fresh(scope), active_collection: collectionId };
    const name = `ctx_${Buffer.from(scope.env.randomBytes(24)).toString("base64url")}`;
    handles.set(name, { owner: ownerOf(scope), context, expiresAt: scope.env.now() + HANDLE_IDLE_MS });
    for (const [oldest] of handles) {
      if (handles.size <= HANDLES_MAX) break;
      handles.delete(oldest);
    }
    return { context, handle: name };
  }

  /** The context that holds a stream, for a client without a connection that shows only the token. */
  function ofStream(scope: Scope, token: string, handle: string | undefined): SessionContext {
    if (handle !== undefined || scope.session.kept) return of(scope, handle);
    for (const [name, { context }] of handles)
      if (context.streams.has(token)) return byHandle(scope, name) ?? fresh(scope);
    return fresh(scope);
  }

  return { of, enter, ofStream };
}

/** A handle belongs to a user and a client program; in other hands it does not exist. */
function ownerOf({ caller }: Scope): string {
  return JSON.stringify([caller.tenant, caller.actor.client]);
}

export function recordAccess(context: SessionContext, record: AccessRecord): void {
  context.access_log.push(record);
  if (context.access_log.length > ACCESS_RECORDS_MAX) context.access_log.shift();
}
