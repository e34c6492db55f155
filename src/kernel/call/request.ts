import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { Client } from "../client.ts";
import type { RpcFailure } from "../envelope.ts";
import type { ConnectionInfo } from "../identity/index.ts";

/** One tool call as a transport hands it over. Nothing in it is believed yet. */
export interface CallRequest {
  readonly server: string;
  readonly name: string;
  readonly arguments: unknown;
  readonly connection: ConnectionInfo;
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Whether it came as tools/call or as a method of its own: a method answers with the value alone, and words failures in its own way. */
  readonly form: "tool" | "method";
}

/** What a call comes to: an answer, a question back to the client, or a JSON-RPC error. */
export type Outcome = CallToolResult | InputRequiredResult | RpcFailure;
