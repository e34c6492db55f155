import type { CallToolResult } from "@modelcontextprotocol/server";
import type { KernelError } from "./errors.ts";
import type { Actor, Event } from "./event.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Effect } from "./tool.ts";

/** What is known about a call when its answer is wrapped. */
export interface CallFacts {
  readonly callId: string;
  /** The tool's own name, or what was asked for when there is no such tool. */
  readonly tool: string;
  readonly effect: Effect | undefined;
  readonly dryRun: boolean;
  /** Who called; absent where that was not settled before it failed. */
  readonly actor: Actor | undefined;
  /** Why, as the caller says. */
  readonly reasoning: string | null;
  readonly at: number;
  readonly events: readonly Event[];
  /** What the server's `state` read from this call's snapshot; absent where it has none or it could not be read. */
  readonly state?: JsonObject | undefined;
}

/** A failure that leaves the result shape and becomes a JSON-RPC error. */
export interface RpcFailure {
  readonly rpc: { readonly code: number; readonly message: string; readonly data?: Json };
}

/** How one server words its answers. Each world keeps its contract's shape here, in one place. */
export interface Envelope {
  success(value: JsonObject, facts: CallFacts): CallToolResult;
  /** What `success` makes of a value's published schema, where it puts something around the value. */
  schema?(value: JsonObject): JsonObject;
  failure(error: KernelError, facts: CallFacts): CallToolResult | RpcFailure;
  /** The same failure when the tool was reached by a JSON-RPC method of its own. */
  methodFailure?(error: KernelError, facts: CallFacts): RpcFailure;
}

export function isRpcFailure(outcome: object): outcome is RpcFailure {
  return "rpc" in outcome;
}

/** The same JSON as structured content and as text: some clients show a model only the one, some only the other. */
export function jsonResult(value: JsonObject, isError = false): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(value) }],
    structuredContent: value as Record<string, unknown>,
    ...(isError && { isError }),
  };
}

/** What every failure tells: its code, our words, the facts, and what to do next. */
export function failureBody(error: KernelError): JsonObject {
  return {
    code: error.code,
    message: error.message,
    hint: error.kind.hint,
    retry: error.kind.retry,
    details: error.details,
  };
}

/** The envelope of a server whose contract fixes none. */
export const plainEnvelope: Envelope = {
  success: (value) => jsonResult(value),
  failure: (error) =>
    error.code === "unknown_tool" ? rpcFailure(error) : jsonResult({ error: failureBody(error) }, true),
};

/** The JSON-RPC form of a failure. */
export function rpcFailure(error: KernelError): RpcFailure {
  return { rpc: { code: error.kind.rpc, message: error.message, data: failureBody(error) } };
}
