import { ProtocolError, ProtocolErrorCode, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { BoundServer, Outcome } from "../../call/index.ts";
import { isRpcFailure } from "../../envelope.ts";
import { nearbyMethods } from "./nearby-methods.ts";
import { toProtocolError } from "./protocol-errors.ts";

const AnyParams = z.record(z.string(), z.unknown()).optional();
const AnyResult = z.record(z.string(), z.unknown());

const METHOD_CHARS_MAX = 100;

/** What a client may ask of the protocol itself; offered to one that mistyped a method. */
const PROTOCOL_METHODS = ["initialize", "ping", "tools/list", "tools/call"];

/** How clients of plain JSON-RPC take their leave. The transport ends the process at `exit`, after the answer. */
const CLOSING_METHODS = ["shutdown", "exit"];

/** Lets plain JSON-RPC clients reach tools by methods of their own, beside tools/call and by the same path. */
export function installMethods(
  mcp: Server,
  bound: BoundServer,
  verbose: boolean,
  callTool: (name: string, args: unknown, context: ServerContext) => Promise<Outcome>,
): void {
  for (const [method, tool] of bound.methods) {
    mcp.setRequestHandler(method, { params: AnyParams, result: AnyResult }, async (params, context) => {
      const { _meta, ...args } = params ?? {};
      const outcome = await callTool(tool, args, context);
      if (isRpcFailure(outcome)) throw toProtocolError(outcome.rpc);
      return AnyResult.parse(outcome.structuredContent);
    });
  }
  if (bound.server.legacyMethods === true) {
    for (const method of CLOSING_METHODS)
      mcp.setRequestHandler(method, { params: AnyParams, result: AnyResult }, async () => ({}));
  }
  if (bound.methods.size > 0) mcp.fallbackRequestHandler = async ({ method }) => missed(bound, method, verbose);
}

function missed(bound: BoundServer, method: string, verbose: boolean): never {
  const known = [...bound.methods.keys(), ...PROTOCOL_METHODS];
  throw new ProtocolError(ProtocolErrorCode.MethodNotFound, "Method not found", {
    method: method.slice(0, METHOD_CHARS_MAX),
    ...(verbose && { hint: nearbyMethods(method.slice(0, METHOD_CHARS_MAX), known) }),
  });
}
