import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpHandler, InMemoryServerEventBus, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";
import { authenticate, type ConnectionInfo } from "../../identity/index.ts";
import { createMcpServer } from "../mcp-server.ts";
import type { TransportParts } from "../open-connection.ts";
import { watchResources } from "../watch-resources.ts";
import { headerMismatch } from "./param-headers.ts";
import type { HttpCaller } from "./sessions.ts";
import { sendWebResponse, toWebRequest } from "./web-bridge.ts";

interface Serving {
  readonly handler: McpHttpHandler;
  /** Starts telling listeners of changes; resolves when none can be missed. */
  watch(): Promise<() => void>;
}

/** Clients of the 2026-07-28 era: no session, a fresh server for each request. */
export interface Modern {
  handle(request: IncomingMessage, response: ServerResponse, body: unknown, caller: HttpCaller): Promise<void>;
  close(): Promise<void>;
}

export function createModern(parts: TransportParts, bound: BoundServer): Modern {
  // One per tenant, so that nobody's listeners hear of another's changes.
  const servings = new Map<string, Serving>();

  function servingOf(tenant: string): Serving {
    let serving = servings.get(tenant);
    if (serving === undefined) {
      serving = createServing(parts, bound, tenant);
      servings.set(tenant, serving);
    }
    return serving;
  }

  return {
    async handle(request, response, body, caller) {
      const serving = servingOf(authenticate(infoOf(caller)).tenant);
      const mismatch = headerMismatch(bound, request.headers, body);
      if (mismatch !== undefined) {
        response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(mismatch));
        return;
      }
      if (isListen(body)) await serving.watch();
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      const answer = await serving.handler.fetch(toWebRequest(request, gone.signal), {
        authInfo: caller.auth,
        parsedBody: body,
      });
      await sendWebResponse(answer, response);
    },
    async close() {
      for (const serving of servings.values()) await serving.handler.close();
    },
  };
}

function createServing(parts: TransportParts, bound: BoundServer, tenant: string): Serving {
  const bus = new InMemoryServerEventBus();
  const handler = createMcpHandler(
    ({ authInfo }) =>
      createMcpServer(parts, bound, {
        info: infoOf((authInfo?.extra ?? {}) as unknown as HttpCaller),
        async notifyListChanged(list) {
          bus.publish({ kind: `${list}_list_changed` });
        },
      }),
    { legacy: "reject", bus, onerror: (error) => parts.log.debug({ cause: error.message }, "protocol error") },
  );
  let watching: Promise<() => void> | undefined;
  return {
    handler,
    watch() {
      watching ??= watchResources(parts, bound, tenant, (uri) => bus.publish({ kind: "resource_updated", uri }));
      return watching;
    },
  };
}

function infoOf(caller: Pick<HttpCaller, "user" | "connection">): ConnectionInfo {
  return {
    id: caller.connection,
    transport: "http",
    client: null,
    stateless: true,
    ...(caller.user !== undefined && { user: caller.user }),
  };
}

export function isListen(body: unknown): boolean {
  return typeof body === "object" && body !== null && "method" in body && body.method === "subscriptions/listen";
}
