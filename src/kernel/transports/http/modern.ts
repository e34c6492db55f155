import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpHandler, InMemoryServerEventBus, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";
import { authenticate } from "../../identity/index.ts";
import {
  createMcpServer,
  createResourceWatch,
  type ResourceWatch,
  readListen,
  type TransportParts,
} from "../mcp/index.ts";
import { connectionOf, type HttpCaller } from "./http-caller.ts";
import { headerMismatch } from "./param-headers.ts";
import { createTenantServings } from "./tenant-servings.ts";
import { sendWebResponse, toWebRequest } from "./web-bridge.ts";
import { type HeldOpen, whoGivesWay } from "./who-gives-way.ts";

/** Tenants whose server is kept ready between two requests. */
const TENANTS_MAX = 256;
/** Streams that listen for news. */
const LISTENERS_MAX = { each: 250, all: 1000 };

interface Listener extends HeldOpen {
  close(): void;
}

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
  const servings = createTenantServings(
    TENANTS_MAX,
    (tenant) => createServing(parts, bound, tenant),
    async ({ watch, handler }) => {
      watch.stop();
      await handler.close();
    },
  );

  const listeners = new Set<Listener>();

  /** One more that listens: where there are too many, the one that has listened longest is ended. */
  function addListener(response: ServerResponse, { holder }: HttpCaller): void {
    whoGivesWay(listeners, holder, LISTENERS_MAX)?.close();
    const listener: Listener = {
      holder,
      lastUsedMs: parts.env.monotonicMs(),
      isBusy: () => false,
      worth: () => 0,
      close() {
        listeners.delete(listener);
        response.end();
        response.destroy();
      },
    };
    listeners.add(listener);
    response.once("close", () => listeners.delete(listener));
  }

  async function serve(
    { handler, watch }: Serving,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    caller: HttpCaller,
  ): Promise<void> {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const { uris, list } = readListen(body);
    if (list) await watch.addList();
    for (const uri of uris) await watch.add(uri);
    const letGo = () => uris.forEach(watch.remove);
    if (gone.signal.aborted) letGo();
    else gone.signal.addEventListener("abort", letGo);
    const answer = await handler.fetch(toWebRequest(request, gone.signal), {
      authInfo: caller.auth,
      parsedBody: body,
    });
    await sendWebResponse(answer, response);
  }

  return {
    async handle(request, response, body, caller) {
      const mismatch = headerMismatch(bound, request.headers, body);
      if (mismatch !== undefined) {
        response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(mismatch));
        return;
      }
      if (isListen(body)) addListener(response, caller);
      const { tenant } = authenticate(connectionOf(caller, { stateless: true }));
      await servings.use(tenant, (serving) => serve(serving, request, response, body, caller));
    },
    close: servings.close,
  };
}

function createServing(parts: TransportParts, bound: BoundServer, tenant: string): Serving {
  const bus = new InMemoryServerEventBus();
  const handler = createMcpHandler(
    ({ authInfo }) =>
      createMcpServer(parts, bound, {
        info: connectionOf((authInfo?.extra ?? {}) as unknown as HttpCaller, { stateless: true }),
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

export function isListen(body: unknown): boolean {
  return typeof body === "object" && body !== null && "method" in body && body.method === "subscriptions/listen";
}
