import type { IncomingMessage, ServerResponse } from "node:http";
import { classifyInboundRequest } from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";
import { KernelError } from "../../errors.ts";
import type { TransportParts } from "../open-connection.ts";
import { createModern } from "./modern.ts";
import { readBody } from "./read-body.ts";
import { createSessions, type HttpCaller } from "./sessions.ts";

/** One server at one URL, for clients of every era. */
export interface HttpMount {
  handle(request: IncomingMessage, response: ServerResponse, caller: HttpCaller): Promise<void>;
  close(): Promise<void>;
}

export function mountHttp(parts: TransportParts, bound: BoundServer): HttpMount {
  const modern = createModern(parts, bound);
  const sessions = createSessions(parts, bound);

  async function handle(request: IncomingMessage, response: ServerResponse, caller: HttpCaller): Promise<void> {
    switch (request.method) {
      case "POST": {
        const body = await readBody(request, bound.server.messageBytesMax);
        const leg = speaksModern(request, body) ? modern : sessions;
        return leg.handle(request, response, body, caller);
      }
      case "GET":
      case "DELETE":
        return sessions.handle(request, response, undefined, caller);
      default:
        response.setHeader("allow", "POST, GET, DELETE");
        throw new KernelError("invalid_request", "Use POST, GET or DELETE here");
    }
  }

  return {
    handle,
    async close() {
      await sessions.close();
      await modern.close();
    },
  };
}

/** A malformed claim to the new era goes there too: only that side knows the errors it deserves. */
function speaksModern(request: IncomingMessage, body: unknown): boolean {
  const header = (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const protocolVersionHeader = header("mcp-protocol-version");
  const mcpMethodHeader = header("mcp-method");
  const { kind } = classifyInboundRequest({
    httpMethod: "POST",
    body,
    ...(protocolVersionHeader !== undefined && { protocolVersionHeader }),
    ...(mcpMethodHeader !== undefined && { mcpMethodHeader }),
  });
  return kind !== "legacy";
}

/** Answers a request that never reached a server, in the form its clients read. */
export function answerFailure(response: ServerResponse, error: KernelError): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  const body = {
    jsonrpc: "2.0",
    id: null,
    error: { code: error.kind.rpc, message: error.message, data: error.details },
  };
  const retryAfter = error.details.retry_after_seconds;
  response.writeHead(error.kind.status, {
    "content-type": "application/json",
    // What was not read would be taken for the next request.
    connection: "close",
    ...(typeof retryAfter === "number" && { "retry-after": String(retryAfter) }),
  });
  response.end(JSON.stringify(body));
}
