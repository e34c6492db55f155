import type { IncomingMessage, ServerResponse } from "node:http";
import { type Kernel, KernelError, type Metrics } from "../../kernel/serve.ts";
import { createLegacySse, type HttpCaller, type LegacySse, mountHttp } from "../../kernel/transports/http/index.ts";
import { dashboardIsBuilt, sendDashboardFile } from "./dashboard-files.ts";

export interface RouteOptions {
  readonly kernel: Kernel;
  readonly metrics: Metrics;
  readonly servers: readonly string[];
  readonly legacySse: boolean;
}

export interface Routes {
  handle(request: IncomingMessage, response: ServerResponse, caller: HttpCaller): Promise<void>;
  close(): Promise<void>;
}

/** Which path leads where. */
export function createRoutes({ kernel, metrics, servers, legacySse }: RouteOptions): Routes {
  const mounts = new Map(servers.map((name) => [name, mountHttp(kernel.parts, kernel.server(name))]));
  const streams = new Map<string, LegacySse>(
    legacySse ? servers.map((name) => [name, createLegacySse(kernel.parts, kernel.server(name))]) : [],
  );
  const toolsJson = JSON.stringify(describeServers(kernel, servers));

  async function handle(request: IncomingMessage, response: ServerResponse, caller: HttpCaller): Promise<void> {
    const url = URL.parse(request.url ?? "/", "http://localhost");
    if (url === null) throw noSuchPath();
    const [server = "", endpoint] = url.pathname.slice(1).split("/");
    const mount = mounts.get(server);
    if (mount !== undefined && url.pathname === `/${server}/mcp`) return mount.handle(request, response, caller);
    const stream = streams.get(server);
    if (stream !== undefined && endpoint === "sse" && request.method === "GET") return stream.open(response, caller);
    if (stream !== undefined && endpoint === "messages" && request.method === "POST") {
      return stream.post(request, response, url.searchParams.get("sessionId") ?? "", caller);
    }
    if (request.method !== "GET" && request.method !== "HEAD") throw noSuchPath();
    return page(url.pathname, response);
  }

  async function page(pathname: string, response: ServerResponse): Promise<void> {
    switch (pathname) {
      case "/healthz":
        return sendJson(response, JSON.stringify({ status: "ok", version: kernel.parts.version }));
      case "/tools.json":
        return sendJson(response, toolsJson);
      case "/metrics":
        response.writeHead(200, { "content-type": metrics.contentType }).end(await metrics.text());
        return;
      default:
        if (sendDashboardFile(pathname, response)) return;
        if (pathname === "/" && !dashboardIsBuilt()) {
          throw new KernelError("not_found", "The dashboard is not built; run `npm run build`");
        }
        throw noSuchPath();
    }
  }

  return {
    handle,
    async close() {
      for (const mount of mounts.values()) await mount.close();
      for (const stream of streams.values()) await stream.close();
    },
  };
}

function noSuchPath(): KernelError {
  return new KernelError("not_found", "There is nothing at this path");
}

function sendJson(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json", "x-content-type-options": "nosniff" }).end(text);
}

function describeServers(kernel: Kernel, servers: readonly string[]) {
  return {
    servers: servers.map((name) => {
      const { server, world } = kernel.server(name);
      const tools = server.tools.map((tool) => ({
        name: tool.name,
        title: tool.title,
        description: tool.description,
        effect: tool.effect,
      }));
      return { name, title: server.title, world: world.name, tools };
    }),
  };
}
