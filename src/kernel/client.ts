import type { ClientCapabilities, LoggingLevel, ServerContext } from "@modelcontextprotocol/server";
import type { Json } from "./json.ts";

/** The client behind a call, as far as a tool may speak to it. */
export interface Client {
  readonly capabilities: ClientCapabilities;
  /** Tells a waiting client how far the work is; silent when it did not ask. */
  progress(done: number, total?: number, message?: string): Promise<void>;
  log(level: LoggingLevel, data: unknown): Promise<void>;
  /** Tells every client of this server that one of its lists changed. */
  notifyListChanged(list: "tools" | "prompts" | "resources"): Promise<void>;
  /** Seals state that the client carries to its next try; the server refuses it when tampered with or too old. */
  mintState(payload: Json): Promise<string>;
  /** The protocol's own view of the request; absent when the call did not come over MCP. */
  readonly mcp: ServerContext | undefined;
}

/** A client that hears nothing: calls from the command line and from tests. */
export const SILENT_CLIENT: Client = {
  capabilities: {},
  async progress() {},
  async log() {},
  async notifyListChanged() {},
  async mintState() {
    return "";
  },
  mcp: undefined,
};
