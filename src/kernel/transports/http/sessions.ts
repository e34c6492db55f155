import type { IncomingMessage, ServerResponse } from "node:http";
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";
import { KernelError } from "../../errors.ts";
import { isJsonObject } from "../../json.ts";
import { announceList, createMcpServer, type TransportParts } from "../mcp/index.ts";
import { createEventStore } from "./event-store.ts";
import { connectionOf, type HttpCaller, type Leave } from "./http-caller.ts";
import { sendWebResponse, toWebRequest } from "./web-bridge.ts";
import { type HeldOpen, whoGivesWay } from "./who-gives-way.ts";

/** Of one user, or of one address where nobody signs in; and of all together. */
const SESSIONS_MAX = { each: 250, all: 1000 };
const ENDED_MAX = 10_000;
const IDLE_MS = 30 * 60_000;
const RETRY_MS = 500;

interface Session extends HeldOpen {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly user: string | undefined;
  /** What the program may do, by the token it showed last. */
  leave: Leave | undefined;
  lastUsedMs: number;
  /** By id, what is to be done once a request has its answer. */
  readonly inFlight: Map<unknown, () => void>;
  /** Requests so far, the first of which opened it. */
  requests: number;
  /** Streams that are open for news. */
  streams: number;
  /** Whether its client has heard that the server is ready. */
  told: boolean;
}

/**
 * Clients of the older era: each opens a session, and a session belongs to the user who opened it. A request of one that
 * another process began is answered too; what it subscribed to, and what it was asked, stays with the process it said it to.
 */
export interface Sessions {
  /** `answered` is called once nothing of the body is needed any more. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    caller: HttpCaller,
    answered?: () => void,
  ): Promise<void>;
  close(): Promise<void>;
}

export function createSessions(parts: TransportParts, bound: BoundServer): Sessions {
  const sessions = new Map<string, Session>();
  const adopting = new Map<string, Promise<Session>>();
  const ended = new Set<string>();

  async function endIdle(): Promise<void> {
    const nowMs = parts.env.monotonicMs();
    for (const session of sessions.values()) {
      if (nowMs - session.lastUsedMs > IDLE_MS) await session.transport.close();
    }
  }

  async function open(caller: HttpCaller, id: string): Promise<Session> {
    await endIdle();
    await whoGivesWay(sessions.values(), caller.holder, SESSIONS_MAX)?.transport.close();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      eventStore: createEventStore(),
      retryInterval: RETRY_MS,
      onsessioninitialized: () => {
        sessions.set(id, session);
      },
    });
    const server = createMcpServer(parts, bound, {
      info: {
        ...connectionOf(caller, { id, stateless: false }),
        get scopes() {
          return session.leave?.scopes;
        },
      },
      notifyListChanged: (list) => announceList(server, list),
    });
    const session: Session = {
      transport,
      server,
      user: caller.user,
      leave: caller.leave,
      holder: caller.holder,
      lastUsedMs: parts.env.monotonicMs(),
      inFlight: new Map(),
      requests: 0,
      streams: 0,
      told: false,
      isBusy: () => session.inFlight.size > 0,
      worth: () => (session.streams > 0 ? 2 : session.requests > 1 ? 1 : 0),
    };
    await server.connect(transport);
    watchAnswers(session);
    const closed = transport.onclose;
    transport.onclose = () => {
      closed?.();
      if (sessions.delete(id)) rememberEnded(id);
      for (const done of session.inFlight.values()) done();
    };
    return session;
  }

  /** What has ended here is not taken for another process's. */
  function rememberEnded(id: string): void {
    ended.add(id);
    const [oldest] = ended;
    if (ended.size > ENDED_MAX && oldest !== undefined) ended.delete(oldest);
  }

  async function begin(caller: HttpCaller, params: unknown): Promise<Session> {
    const { protocolVersion = null, clientInfo = null, capabilities = null } = isJsonObject(params) ? params : {};
    const began = { protocolVersion, clientInfo, capabilities };
    return open(caller, await parts.sessionIds.mint({ owner: ownerOf(caller), began }));
  }

  const ownerOf = (caller: HttpCaller) => [bound.server.name, caller.user ?? null, caller.leave?.agent ?? null];

  async function find(id: string, caller: HttpCaller): Promise<Session> {
    const session = sessions.get(id) ?? (await adopt(id, caller));
    // Another user's session, or another program's, looks exactly like one that never was.
    if (session === undefined || session.user !== caller.user || session.leave?.agent !== caller.leave?.agent) {
      throw new KernelError("session_not_found", "Session not found");
    }
    return session;
  }

  /** Goes on with a session that another process began: its beginning is played again, and nobody hears the answer. */
  async function adopt(id: string, caller: HttpCaller): Promise<Session | undefined> {
    const began = ended.has(id) ? undefined : await parts.sessionIds.read(id, ownerOf(caller));
    if (began === undefined) return undefined;
    // Several requests of one client may come at once.
    const under = adopting.get(id) ?? sessions.get(id) ?? replay(id, caller, began);
    if (under instanceof Promise) adopting.set(id, under);
    try {
      return await under;
    } finally {
      adopting.delete(id);
    }
  }

  async function replay(id: string, caller: HttpCaller, began: Readonly<Record<string, unknown>>): Promise<Session> {
    const session = await open(caller, id);
    const version = typeof began.protocolVersion === "string" ? began.protocolVersion : undefined;
    for (const message of [
      { jsonrpc: "2.0", id: "adopted", method: "initialize", params: began },
      { jsonrpc: "2.0", method: "notifications/initialized" },
    ]) {
      const isFirst = "id" in message;
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(!isFirst && { "mcp-session-id": id, ...(version !== undefined && { "mcp-protocol-version": version }) }),
      };
      const answer = await session.transport.handleRequest(
        new Request("http://localhost/", { method: "POST", headers }),
        { authInfo: caller.auth, parsedBody: message },
      );
      await answer.text();
    }
    // Its client was told where it began.
    session.told = true;
    return session;
  }

  /** A request is in flight until it has its answer, also where its client has hung up: such a call goes on. */
  function watchAnswers({ transport, inFlight }: Session): void {
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      await send(message, options);
      if (!("method" in message)) inFlight.get(message.id)?.();
    };
  }

  /** Two requests in flight under one id would get each other's answers. Gives what ends the request's flight. */
  function takeOff({ inFlight }: Session, body: unknown, answered: () => void): () => void {
    if (!isJsonObject(body) || typeof body.method !== "string") return answered;
    const { id, params } = body;
    if (id === undefined) {
      // A cancelled request is answered by nobody.
      if (body.method === "notifications/cancelled" && isJsonObject(params)) inFlight.get(params.requestId)?.();
      return answered;
    }
    if (inFlight.has(id)) throw new KernelError("invalid_request", "A request with this id is in flight");
    const land = () => {
      inFlight.delete(id);
      answered();
    };
    inFlight.set(id, land);
    return land;
  }

  function listening(session: Session, response: ServerResponse): void {
    session.streams += 1;
    response.once("close", () => {
      session.streams -= 1;
      session.lastUsedMs = parts.env.monotonicMs();
    });
    tellReady(session);
  }

  /** Told on the first stream that is open for news: a notice that nobody listens for would be lost. */
  function tellReady(session: Session): void {
    const { ready } = bound.server;
    if (ready === undefined || session.told) return;
    session.told = true;
    void session.server.notification({ method: ready.method, params: { version: parts.version } });
  }

  return {
    async handle(request, response, body, caller, answered = () => {}) {
      const id = request.headers["mcp-session-id"];
      let session: Session;
      if (typeof id === "string") session = await find(id, caller);
      else if (request.method === "POST" && isInitializeRequest(body)) session = await begin(caller, body.params);
      else throw new KernelError("session_required", "Bad Request: Session ID required");
      session.lastUsedMs = parts.env.monotonicMs();
      session.leave = caller.leave;
      session.requests += 1;
      const land = takeOff(session, body, answered);
      const asked = { authInfo: caller.auth, ...(body !== undefined && { parsedBody: body }) };
      const answer = await session.transport.handleRequest(toWebRequest(request), asked).catch((error) => {
        land();
        throw error;
      });
      // Anything but a stream is the whole answer.
      if (!answer.headers.get("content-type")?.includes("text/event-stream")) land();
      else if (request.method === "GET" && answer.ok) listening(session, response);
      await sendWebResponse(answer, response);
    },
    async close() {
      for (const session of [...sessions.values()]) await session.transport.close();
    },
  };
}
