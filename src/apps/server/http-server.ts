import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Kernel, KernelError } from "../../kernel/serve.ts";
import { answerFailure } from "../../kernel/transports/http/index.ts";
import type { Arrival, Gate } from "./gate.ts";
import { ownNames } from "./own-names.ts";
import { createPageLink } from "./page-link.ts";
import { createRoutes, type RouteOptions } from "./routes.ts";

const HEADERS_TIMEOUT_MS = 10_000;
/** A 72 MiB message on a slow line still arrives; a body that trickles for ever does not. */
const REQUEST_TIMEOUT_MS = 300_000;
/** How long the last answers may take to leave, after the servers have ended what they were doing. */
const LEAVE_MS = 500;
const PORT_MAX = 65_535;

export interface HttpServerOptions extends RouteOptions {
  readonly host: string;
  readonly port: number;
  /** How many ports after this one to try where it is taken; none unless said. */
  readonly tries?: number;
  /** Names it is also reached by. */
  readonly allowedHosts: readonly string[];
  /** Origins of pages elsewhere that may call it. */
  readonly allowedOrigins?: readonly string[];
  /** Made once it is known where the server is reached; no request is looked at before. Nobody signs in unless said. */
  openGate?(url: string): Promise<Gate>;
}

export interface HttpServer {
  readonly url: string;
  /** Finishes the requests in flight, then closes. */
  close(): Promise<void>;
}

/** Listens. Every route, the dashboard too, answers only to names this server goes by. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { kernel, host } = options;
  const routes = await createRoutes(options);
  const names = ownNames(options);
  const connections = new WeakMap<Socket, string>();
  const gate = Promise.withResolvers<Gate>();
  let inFlight = 0;

  function arrivalOf(request: IncomingMessage): Arrival {
    let connection = connections.get(request.socket);
    if (connection === undefined) {
      connection = kernel.parts.env.id();
      connections.set(request.socket, connection);
    }
    return { connection, address: request.socket.remoteAddress };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    inFlight += 1;
    response.on("close", () => {
      inFlight -= 1;
    });
    try {
      names.require(request);
      await routes.handle(request, response, await gate.promise, arrivalOf(request));
    } catch (error) {
      answerFailure(response, expected(kernel, error));
    }
  }

  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      void handle(request, response);
    },
  );
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const openGate = options.openGate ?? (async () => createPageLink(kernel).gate);
  await openGate(url).then(gate.resolve, (error) => {
    server.close();
    server.closeAllConnections();
    throw error;
  });

  return {
    url,
    async close() {
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      // Open streams never end by themselves: they are told to, and what is being answered is waited for.
      await routes.close();
      server.closeIdleConnections();
      const { env } = kernel.parts;
      const deadlineMs = env.monotonicMs() + LEAVE_MS;
      while (inFlight > 0 && env.monotonicMs() < deadlineMs) await env.sleep(10);
      server.closeAllConnections();
      await stopped;
    },
  };
}

/** Anything that is not a KernelError is a bug of ours: whoever asked gets an id, the log gets the cause. */
function expected({ parts }: Kernel, thrown: unknown): KernelError {
  if (thrown instanceof KernelError && thrown.code !== "internal") return thrown;
  const traceId = parts.env.id();
  const cause = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  parts.log.error({ trace_id: traceId, cause }, "a request failed by a fault of ours");
  return new KernelError("internal", "Something went wrong inside Bailiwick", { trace_id: traceId });
}

/** Takes the first port that is free; the reason why it got none is that of the last it tried. */
async function listen(server: Server, { host, port, tries = 0 }: HttpServerOptions): Promise<void> {
  for (let at = port; ; at += 1) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(at, host, () => {
          server.off("error", reject);
          resolve();
        });
      });
      return;
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!taken || port === 0 || at >= Math.min(port + tries, PORT_MAX)) throw error;
    }
  }
}
