import type { IncomingMessage, ServerResponse } from "node:http";
import { type BoundServer, type Kernel, KernelError, type Metrics } from "../../kernel/serve.ts";
import {
  type BodyLimits,
  createBodies,
  createLegacySse,
  type HttpCaller,
  type LegacySse,
  mountHttp,
} from "../../kernel/transports/http/index.ts";
import { dashboardIsBuilt, sendDashboardFile } from "./dashboard-files.ts";
import { sendLinkedFile } from "./file-route.ts";
import type { Arrival, Gate, Need } from "./gate.ts";
import { createHealth, type Health } from "./health.ts";
import { requireOwnPage } from "./own-page.ts";
import { reportFor } from "./page-report.ts";
import { answerPerson, isForPeople } from "./people-routes.ts";

export interface RouteOptions {
  readonly kernel: Kernel;
  readonly servers: readonly string[];
  /** How clients reach the servers here; absent where only the page is served. */
  readonly mcp?: McpRoutes;
  /** Whether the page for people is served. */
  readonly page: boolean;
  /** Where clients reach the servers that the page shows, if not here; null where they do so over pipes. */
  readonly mcpUrl?: string | null;
  /** How much may be sent to the servers at once, and how slowly. */
  readonly bodyLimits?: Partial<BodyLimits>;
}

export interface McpRoutes {
  readonly metrics: Metrics;
  readonly legacySse: boolean;
  /** Errors help more. */
  readonly verbose: boolean;
}

export interface Routes {
  handle(request: IncomingMessage, response: ServerResponse, gate: Gate, arrival: Arrival): Promise<void>;
  close(): Promise<void>;
}

/** Which path leads where. The worlds of the servers are loaded first: what they show is asked for at once. */
export async function createRoutes({
  kernel,
  servers,
  mcp,
  page: hasPage,
  mcpUrl,
  bodyLimits,
}: RouteOptions): Promise<Routes> {
  const parts = { ...kernel.parts, verbose: mcp?.verbose ?? false };
  const mounted = mcp === undefined ? [] : servers;
  const bound = new Map(await Promise.all(servers.map(async (name) => [name, await kernel.server(name)] as const)));
  const boundTo = (name: string) => bound.get(name) as BoundServer;
  const health = createHealth(kernel);
  const bodies = createBodies(parts.env, bodyLimits);
  const mounts = new Map(mounted.map((name) => [name, mountHttp(parts, boundTo(name), bodies)]));
  const streams = new Map<string, LegacySse>(
    mcp?.legacySse === true ? mounted.map((name) => [name, createLegacySse(parts, boundTo(name), bodies)]) : [],
  );
  const toolsJson = JSON.stringify({
    ...describeServers(servers.map(boundTo)),
    ...(mcpUrl !== undefined && { mcpUrl }),
  });

  /** What each path needs to know of whoever asks. What is not listed needs the most that a person can show. */
  function needOf(pathname: string): Need {
    const [first = "", endpoint = ""] = pathname.slice(1).split("/");
    if (mounts.has(first) && ["mcp", "sse", "messages"].includes(endpoint)) return { server: first };
    if (pathname === "/healthz") return "nothing";
    // A program looks here for how to sign in: that there is nothing must be told before it has.
    if (first === ".well-known") return "nothing";
    // Whoever holds a signed link may have its file: the link itself is the proof.
    if (first === "files") return "nothing";
    if (pathname === "/metrics" || pathname === "/tools.json") return "about";
    return first === "api" ? "data" : "page";
  }

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    gate: Gate,
    arrival: Arrival,
  ): Promise<void> {
    const url = URL.parse(request.url ?? "/", "http://localhost");
    if (url === null) throw noSuchPath();
    const forPeople = isForPeople(url.pathname);
    if (forPeople && !onlyReads(request)) requireOwnPage(request);
    if (await gate.answer(request, response, url, arrival)) return;
    const caller = await gate.admit(needOf(url.pathname), request, response, arrival);
    if (caller === undefined) return;
    if (forPeople && hasPage && (await answerPerson(kernel, () => gate.person(request), url, request, response)))
      return;
    await lead(url, request, response, caller);
  }

  async function lead(url: URL, request: IncomingMessage, response: ServerResponse, caller: HttpCaller): Promise<void> {
    const [server = "", endpoint] = url.pathname.slice(1).split("/");
    const mount = mounts.get(server);
    if (mount !== undefined && url.pathname === `/${server}/mcp`) return mount.handle(request, response, caller);
    const stream = streams.get(server);
    if (stream !== undefined && endpoint === "sse" && request.method === "GET") return stream.open(response, caller);
    if (stream !== undefined && endpoint === "messages" && request.method === "POST") {
      return stream.post(request, response, url.searchParams.get("sessionId") ?? "", caller);
    }
    if (server === "files") return sendLinkedFile(kernel, url, request, response);
    if (!onlyReads(request)) throw noSuchPath();
    return page(url, response, caller);
  }

  async function page(url: URL, response: ServerResponse, caller: HttpCaller): Promise<void> {
    const { pathname } = url;
    switch (pathname) {
      case "/healthz":
        return sendHealth(response, await health());
      case "/tools.json":
        return sendJson(response, toolsJson);
      case "/metrics": {
        if (mcp === undefined) throw noSuchPath();
        const text = await mcp.metrics.text();
        response.writeHead(200, { "content-type": mcp.metrics.contentType }).end(text);
        return;
      }
      default: {
        if (!hasPage) throw noSuchPath();
        const report = await reportFor(kernel, servers, url, caller);
        if (report !== undefined) return sendJson(response, JSON.stringify(report));
        if (sendDashboardFile(pathname, response)) return;
        if (pathname === "/" && !dashboardIsBuilt()) {
          throw new KernelError("not_found", "The dashboard is not built; run `npm run build`");
        }
        throw noSuchPath();
      }
    }
  }

  return {
    handle,
    async close() {
      bodies.close();
      await Promise.all([...mounts.values()].map((mount) => mount.close()));
      for (const stream of streams.values()) await stream.close();
    },
  };
}

function onlyReads({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function noSuchPath(): KernelError {
  return new KernelError("not_found", "There is nothing at this path");
}

function sendHealth(response: ServerResponse, { status, body }: Health): void {
  response.writeHead(status, { "content-type": "application/json", "x-content-type-options": "nosniff" }).end(body);
}

function sendJson(response: ServerResponse, text: string): void {
  response.writeHead(200, { "content-type": "application/json", "x-content-type-options": "nosniff" }).end(text);
}

function describeServers(servers: readonly BoundServer[]) {
  return {
    servers: servers.map(({ server, world }) => {
      const offered = server.tools.filter(({ isInner }) => !isInner);
      const tools = offered.map((tool) => ({
        name: tool.name,
        title: tool.title,
        description: tool.description,
        effect: tool.effect,
      }));
      return {
        name: server.name,
        title: server.title,
        about: firstSentence(server.instructions),
        world: world.name,
        tools,
      };
    }),
  };
}

/** What a server is for; the rest of its instructions is for models. */
function firstSentence(instructions: string): string {
  return instructions.split(/(?<=\.)\s/)[0] ?? "";
}
