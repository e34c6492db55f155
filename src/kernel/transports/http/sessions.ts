import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";
import { KernelError } from "../../errors.ts";
import { announceList, createMcpServer, type TransportParts } from "../mcp/index.ts";
import { createEventStore } from "./event-store.ts";
import { sendWebResponse, toWebRequest } from "./web-bridge.ts";

const SESSIONS_MAX = 1000;
const IDLE_MS = 30 * 60_000;
const RETRY_MS = 500;

/** The user a request was made for, and the socket it came over. */
export interface HttpCaller {
  readonly user: string | undefined;
  readonly connection: string;
  readonly auth: AuthInfo;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly user: string | undefined;
  lastUsedMs: number;
  readonly inFlight: Set<unknown>;
  /** Whether its client has heard that the server is ready. */
  told: boolean;
}

/** Clients of the older era: each opens a session, and a session belongs to the user who opened it. */
export interface Sessions {
  handle(request: IncomingMessage, response: ServerResponse, body: unknown, caller: HttpCaller): Promise<void>;
  close(): Promise<void>;
}

export function createSessions(parts: TransportParts, bound: BoundServer): Sessions {
  const sessions = new Map<string, Session>();

  async function endIdle(): Promise<void> {
    const nowMs = parts.env.monotonicMs();
    for (const session of sessions.values()) {
      if (nowMs - session.lastUsedMs > IDLE_MS) await session.transport.close();
    }
  }

  async function open(caller: HttpCaller): Promise<Session> {
    await endIdle();
    if (sessions.size >= SESSIONS_MAX) throw new KernelError("session_limit", "Too many sessions are open");
    const id = Buffer.from(parts.env.randomBytes(24)).toString("base64url");
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: createEventStore(),
      retryInterval: RETRY_MS,
      onsessioninitialized: () => {
        sessions.set(id, session);
      },
    });
    const server = createMcpServer(parts, bound, {
      info: { id, transport: "http", client: null, ...(caller.user !== undefined && { user: caller.user }) },
      notifyListChanged: (list) => announceList(server, list),
    });
    const session: Session = {
      transport,
      server,
      user: caller.user,
      lastUsedMs: parts.env.monotonicMs(),
      inFlight: new Set(),
      told: false,
    };
    await server.connect(transport);
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      sessions.delete(id);
    };
    return session;
  }

  function find(id: string, caller: HttpCaller): Session {
    const session = sessions.get(id);
    // Another user's session looks exactly like one that never was.
    if (session === undefined || session.user !== caller.user) {
      throw new KernelError("session_not_found", "Session not found");
    }
    return session;
  }

  /** Two requests in flight under one id would get each other's answers. */
  function keepApart({ inFlight }: Session, body: unknown, response: ServerResponse): void {
    if (typeof body !== "object" || body === null || !("id" in body) || !("method" in body)) return;
    const { id } = body;
    if (inFlight.has(id)) throw new KernelError("invalid_request", "A request with this id is in flight");
    inFlight.add(id);
    response.once("close", () => inFlight.delete(id));
  }

  /** Told on the first stream that is open for news: a notice that nobody listens for would be lost. */
  function tellReady(session: Session): void {
    const { ready } = bound.server;
    if (ready === undefined || session.told) return;
    session.told = true;
    void session.server.notification({ method: ready.method, params: { version: parts.version } });
  }

  return {
    async handle(request, response, body, caller) {
      const id = request.headers["mcp-session-id"];
      let session: Session;
      if (typeof id === "string") session = find(id, caller);
      else if (request.method === "POST" && isInitializeRequest(body)) session = await open(caller);
      else throw new KernelError("session_required", "Bad Request: Session ID required");
      session.lastUsedMs = parts.env.monotonicMs();
      keepApart(session, body, response);
      const answer = await session.transport.handleRequest(toWebRequest(request), {
        authInfo: caller.auth,
        ...(body !== undefined && { parsedBody: body }),
      });
      if (request.method === "GET" && answer.ok) tellReady(session);
      await sendWebResponse(answer, response);
    },
    async close() {
      for (const session of [...sessions.values()]) await session.transport.close();
    },
  };
}
