import type { Server, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { BoundServer, Outcome } from "../call/index.ts";
import { isRpcFailure } from "../envelope.ts";
import { toProtocolError } from "./protocol-errors.ts";

const AnyParams = z.record(z.string(), z.unknown()).optional();
const AnyResult = z.record(z.string(), z.unknown());

/** Lets plain JSON-RPC clients reach tools by methods of their own, beside tools/call and by the same path. */
export function installMethods(
  mcp: Server,
  bound: BoundServer,
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
}
