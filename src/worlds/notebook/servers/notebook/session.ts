import type { JsonObject, Scope } from "../../../../kernel/index.ts";
import { noCollectionContext } from "../../errors.ts";
import { freshContext, type SessionContext } from "../../model/session-context.ts";
import type { Notebook } from "../../notebook.ts";

const SESSION_KEY = "notebook";

/** The context of this call. A client without a connection that shows no handle is in SAFE. */
export function contextOf(
  { scope, handles }: Notebook,
  handle: string | undefined,
  beside?: JsonObject,
): SessionContext {
  if (handle !== undefined) {
    const context = handles.find(handle, ownerOf(scope), scope.env.now());
    if (context === undefined) throw noCollectionContext(beside, { context_handle: "unknown or expired" });
    return leaveUnseen(scope, context);
  }
  const known = scope.session.get<SessionContext>(SESSION_KEY);
  if (known !== undefined) return leaveUnseen(scope, known);
  const context = freshContext(scope.env.now());
  scope.session.set(SESSION_KEY, context);
  return context;
}

/** The entered collection, or the contract's refusal. `beside` travels with a refusal. */
export function requireCollection(
  notebook: Notebook,
  handle: string | undefined,
  beside?: JsonObject,
): { context: SessionContext; collectionId: string } {
  const context = contextOf(notebook, handle, beside);
  if (context.active_collection === null) throw noCollectionContext(beside);
  return { context, collectionId: context.active_collection };
}

/** Replaces what was entered before; streams of the old collection end with it. */
export function enterContext(
  notebook: Notebook,
  collectionId: string,
  handle: string | undefined,
): { context: SessionContext; handle?: string } {
  const { scope, handles } = notebook;
  if (handle !== undefined || scope.session.kept) {
    const context = contextOf(notebook, handle);
    context.active_collection = collectionId;
    context.streams.clear();
    return { context, ...(handle !== undefined && { handle }) };
  }
  const context = { ...freshContext(scope.env.now()), active_collection: collectionId };
  const name = `ctx_${Buffer.from(scope.env.randomBytes(24)).toString("base64url")}`;
  handles.add(name, ownerOf(scope), context, scope.env.now());
  return { context, handle: name };
}

/** The context that holds a stream, also for a client without a connection that shows only the token. */
export function contextOfStream(notebook: Notebook, token: string, handle: string | undefined): SessionContext {
  const { scope, handles } = notebook;
  if (handle !== undefined || scope.session.kept) return contextOf(notebook, handle);
  const now = scope.env.now();
  return leaveUnseen(scope, handles.findByStream(token, ownerOf(scope), now) ?? freshContext(now));
}

/** A collection that the operator has since kept from this agent is no longer entered. */
function leaveUnseen(scope: Scope, context: SessionContext): SessionContext {
  const { active_collection: entered } = context;
  if (entered === null || scope.sees({ collections: [entered] })) return context;
  context.active_collection = null;
  context.streams.clear();
  return context;
}

/** A handle belongs to a user and a client program. */
function ownerOf({ caller }: Scope): string {
  return JSON.stringify([caller.tenant, caller.actor.client]);
}
