import type { IncomingMessage, ServerResponse } from "node:http";
import { classifyInboundRequest, type JSONRPCRequest } from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";
import { KernelError } from "../../errors.ts";
import { createTurnstile } from "../../turns.ts";
import { completePlain, type TransportParts } from "../mcp/index.ts";
import { answerBareCall, isBareCall } from "./bare-call.ts";
import type { HttpCaller } from "./http-caller.ts";
import { createModern, isListen } from "./modern.ts";
import { readBody } from "./read-body.ts";
import type { Bodies } from "./receive-body.ts";
import { requireLeave } from "./require-leave.ts";
import { createSessions } from "./sessions.ts";

/** How long requests in flight may take to finish once the server stops; then they are cancelled. */
const DRAIN_MS = 3000;

/** One server at one URL, for clients of every era. */
export interface HttpMount {
  handle(request: IncomingMessage, response: ServerResponse, caller: HttpCaller): Promise<void>;
  close(): Promise<void>;
}

export function mountHttp(
  parts: TransportParts,
  bound: BoundServer,
  bodies: Bodies,
  turnstile = createTurnstile(parts.env),
): HttpMount {
  const modern = createModern(parts, bound);
  const sessions = createSessions(parts, bound);
  /** Requests that will be answered by themselves; listeners never are. */
  let answering = 0;

  async function handle(request: IncomingMessage, response: ServerResponse, caller: HttpCaller): Promise<void> {
    switch (request.method) {
      case "POST": {
        // Many that arrive in the same moment come in one by one: a probe waits for the one before it, not for all.
        await turnstile();
        const read = await readBody(bodies, request, bound.server.messageBytesMax, parts, caller.user);
        if ("error" in read) return answerFailure(response, read.error, read.id);
        const { release } = read;
        const body = bound.server.legacyMethods === true ? completePlain(read.value) : read.value;
        if (Array.isArray(body)) {
          release();
          throw new KernelError("invalid_request", "Send one message at a time, not a list");
        }
        try {
          await requireLeave(parts, bound, body, caller, response);
        } catch (error) {
          release();
          throw error;
        }
        if (!isListen(body)) {
          answering += 1;
          response.once("close", () => {
            answering -= 1;
          });
        }
        return answer(request, response, body, caller, release).catch((error) => {
          release();
          throw error;
        });
      }
      case "GET":
      case "DELETE":
        return sessions.handle(request, response, undefined, caller);
      default:
        response.setHeader("allow", "POST, GET, DELETE");
        throw new KernelError("method_not_allowed", "Use POST, GET or DELETE here");
    }
  }

  /** What was read of the body is let go when the request has its answer. */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    caller: HttpCaller,
    release: () => void,
  ): Promise<void> {
    const bare = request.headers["mcp-session-id"] === undefined && isBareCall(bound, body);
    if (!speaksModern(request, body) && !bare) return sessions.handle(request, response, body, caller, release);
    // Whoever hangs up has cancelled here, so nothing is done for a request beyond its response.
    if (isListen(body)) release();
    else response.once("close", release);
    if (response.closed) release();
    return speaksModern(request, body)
      ? modern.handle(request, response, body, caller)
      : answerBareCall(parts, bound, body as JSONRPCRequest, response, caller);
  }

  return {
    handle,
    async close() {
      const { env } = parts;
      const deadlineMs = env.monotonicMs() + DRAIN_MS;
      while (answering > 0 && env.monotonicMs() < deadlineMs) await env.sleep(10);
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
export function answerFailure(response: ServerResponse, error: KernelError, id: string | number | null = null): void {
  if (response.headersSent) {
    response.end();
    return;
  }
  const body = {
    jsonrpc: "2.0",
    id,
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
