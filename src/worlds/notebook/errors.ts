import { type ErrorCode, type JsonObject, KernelError } from "../../kernel/index.ts";

/** The contract's error types. `source_outside_collection` is declared by its `fetch_passage` only. */
export const ERROR_TYPES = {
  no_collection_context: "conflict",
  collection_not_found: "not_found",
  source_not_found: "not_found",
  source_outside_collection: "not_found",
  artifact_not_found: "not_found",
  stream_token_invalid: "not_found",
  stream_token_expired: "not_found",
  operation_forbidden: "forbidden",
  ambiguous_request: "invalid_arguments",
  upstream_failure: "storage_unavailable",
} as const satisfies Record<string, ErrorCode>;

export type ErrorType = keyof typeof ERROR_TYPES;

export interface Refusal {
  readonly type: ErrorType;
  readonly message: string;
  readonly recovery: string;
  readonly context?: JsonObject;
  /** What a tool's errors carry beside `context`: `source_id` of `fetch_passage`. */
  readonly beside?: JsonObject;
}

/** Makes a refusal in the contract's words; the envelope puts it into the contract's shape. */
export function refuse({ type, message, recovery, context, beside }: Refusal): KernelError {
  return new KernelError(ERROR_TYPES[type], message, {
    type,
    recovery,
    ...(context && { context }),
    ...(beside && { beside }),
  });
}

/** The contract's own refusal where nothing has been entered yet. */
export function noCollectionContext(beside?: JsonObject, context?: JsonObject): KernelError {
  return refuse({
    type: "no_collection_context",
    message: "No active collection. Invoke enter_collection first.",
    recovery: "Call list_collections, then enter_collection",
    ...(context && { context }),
    ...(beside && { beside }),
  });
}

export function collectionNotFound(collectionId: string): KernelError {
  return refuse({
    type: "collection_not_found",
    message: "There is no collection with this id.",
    recovery: "Call list_collections and use one of its collection_id values.",
    context: { collection_id: clip(collectionId) },
  });
}

export function sourceNotFound(beside: { source_id: string }): KernelError {
  return refuse({
    type: "source_not_found",
    message: "There is no passage with this id, or its notebook has been deleted.",
    recovery: "Call semantic_search and use one of its reference_id values.",
    beside,
  });
}

export function sourceOutsideCollection(beside: { source_id: string }): KernelError {
  return refuse({
    type: "source_outside_collection",
    message: "This passage belongs to another collection than the active one.",
    recovery: "Call enter_collection with the collection of the passage, then call again.",
    beside,
  });
}

export function artifactNotFound(id: string): KernelError {
  return refuse({
    type: "artifact_not_found",
    message: "There is no artifact with this id in the active collection.",
    recovery: "Call list_artifact_sets and use one of its artifact_set_id or artifact_ids values.",
    context: { artifact_id: clip(id) },
  });
}

export function ambiguous(message: string, recovery: string, context?: JsonObject): KernelError {
  return refuse({ type: "ambiguous_request", message, recovery, ...(context && { context }) });
}

const ECHO_CHARS_MAX = 200;

/** What a caller sent, short enough to be sent back. */
export function clip(given: string): string {
  return given.length <= ECHO_CHARS_MAX ? given : `${given.slice(0, ECHO_CHARS_MAX).toWellFormed()}…`;
}
