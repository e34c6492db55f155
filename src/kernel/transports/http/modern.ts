import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpHandler, InMemoryServerEventBus, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";
import { authenticate, type ConnectionInfo } from "../../identity/index.ts";
import {
  createMcpServer,
  createResourceWatch,
  type ResourceWatch,
  readListen,
  type TransportParts,
} from "../mcp/index.ts";
import { headerMismatch } from "./param-headers.ts";
import type { HttpCaller } from "./sessions.ts";
import { sendWebResponse, toWebRequest } from "./web-bridge.ts";

interface Serving {
  readonly handler: McpHttpHandler;
  readonly watch: ResourceWatch;
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
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      const { uris, list } = readListen(body);
      if (list) await serving.watch.addList();
      for (const uri of uris) await serving.watch.add(uri);
      const letGo = () => uris.forEach(serving.watch.remove);
      if (gone.signal.aborted) letGo();
      else gone.signal.addEventListener("abort", letGo);
      const answer = await serving.handler.fetch(toWebRequest(request, gone.signal), {
        authInfo: caller.auth,
        parsedBody: body,
      });
      await sendWebResponse(answer, response);
    },
    async close() {
      for (const serving of servings.values()) {
        serving.watch.stop();
        await serving.handler.close();
      }
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
  const watch = createResourceWatch(parts, bound, tenant, {
    updated: (uri) => bus.publish({ kind: "resource_updated", uri }),
    listChanged: () => bus.publish({ kind: "resources_list_changed" }),
  });
  return { handler, watch };
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
