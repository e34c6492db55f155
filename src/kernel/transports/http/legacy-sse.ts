import type { IncomingMessage, ServerResponse } from "node:http";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";
import { KernelError } from "../../errors.ts";
import { announceList, createMcpServer, type TransportParts } from "../mcp/index.ts";
import { connectionOf, type HttpCaller, type Leave } from "./http-caller.ts";
import { readBody } from "./read-body.ts";
import type { Bodies } from "./receive-body.ts";
import { requireLeave } from "./require-leave.ts";
import { type HeldOpen, whoGivesWay } from "./who-gives-way.ts";

const STREAMS_MAX = { each: 50, all: 100 };
const KEEP_ALIVE_MS = 15_000;

/** HTTP+SSE of 2024: one long GET carries the answers, POSTs carry the questions. */
export interface LegacySse {
  open(response: ServerResponse, caller: HttpCaller): Promise<void>;
  post(request: IncomingMessage, response: ServerResponse, sessionId: string, caller: HttpCaller): Promise<void>;
  close(): Promise<void>;
}

/** One client's stream. */
class SseTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly sessionId: string;
  readonly unanswered = new Map<string | number, () => void>();
  readonly #response: ServerResponse;
  readonly #endpoint: string;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(sessionId: string, endpoint: string, response: ServerResponse) {
    this.sessionId = sessionId;
    this.#endpoint = endpoint;
    this.#response = response;
  }

  async start(): Promise<void> {
    this.#response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" });
    this.#response.write(`event: endpoint\ndata: ${this.#endpoint}\n\n`);
    this.#response.on("close", () => void this.close());
    this.#keepAlive = setInterval(() => this.#response.write(": alive\n\n"), KEEP_ALIVE_MS).unref();
  }

  /** A message of the client; what a request holds is let go once it has its answer. */
  receive(message: JSONRPCMessage, release: () => void): void {
    const asks = "method" in message && "id" in message;
    if (asks) this.unanswered.set(message.id, release);
    this.onmessage?.(message);
    if (!asks) release();
    // A cancelled request is answered by nobody.
    if ("method" in message && message.method === "notifications/cancelled") {
      this.#letGo((message.params as { requestId?: string | number } | undefined)?.requestId);
    }
  }

  #letGo(id: string | number | undefined): void {
    if (id === undefined) return;
    this.unanswered.get(id)?.();
    this.unanswered.delete(id);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message)) this.#letGo(message.id);
    this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    if (this.#keepAlive === undefined) return;
    clearInterval(this.#keepAlive);
    this.#keepAlive = undefined;
    for (const id of this.unanswered.keys()) this.#letGo(id);
    this.#response.end();
    this.onclose?.();
  }
}

interface Stream extends HeldOpen {
  readonly transport: SseTransport;
  readonly user: string | undefined;
  /** What the program may do, by the token it showed last. */
  leave: Leave | undefined;
  lastUsedMs: number;
  messages: number;
}

export function createLegacySse(parts: TransportParts, bound: BoundServer, bodies: Bodies): LegacySse {
  const streams = new Map<string, Stream>();

  return {
    async open(response, caller) {
      await whoGivesWay(streams.values(), caller.holder, STREAMS_MAX)?.transport.close();
      const id = Buffer.from(parts.env.randomBytes(24)).toString("base64url");
      const transport = new SseTransport(id, `/${bound.server.name}/messages?sessionId=${id}`, response);
      const server = createMcpServer(parts, bound, {
        info: {
          ...connectionOf(caller, { id, stateless: false }),
          get scopes() {
            return stream.leave?.scopes;
          },
        },
        notifyListChanged: (list) => announceList(server, list),
      });
      const stream: Stream = {
        transport,
        user: caller.user,
        leave: caller.leave,
        holder: caller.holder,
        lastUsedMs: parts.env.monotonicMs(),
        messages: 0,
        isBusy: () => transport.unanswered.size > 0,
        worth: () => (stream.messages > 1 ? 1 : 0),
      };
      streams.set(id, stream);
      await server.connect(transport);
      const closed = transport.onclose;
      transport.onclose = () => {
        streams.delete(id);
        closed?.();
      };
    },
    async post(request, response, sessionId, caller) {
      const stream = streams.get(sessionId);
      if (stream === undefined || stream.user !== caller.user || stream.leave?.agent !== caller.leave?.agent)
        throw new KernelError("session_not_found", "Session not found");
      const read = await readBody(bodies, request, bound.server.messageBytesMax, parts, caller.user);
      if ("error" in read) throw read.error;
      stream.lastUsedMs = parts.env.monotonicMs();
      stream.leave = caller.leave;
      stream.messages += 1;
      let message: JSONRPCMessage;
      try {
        message = parseJSONRPCMessage(read.value);
      } catch {
        read.release();
        throw new KernelError("invalid_request", "The body is no JSON-RPC 2.0 message");
      }
      try {
        await requireLeave(parts, bound, read.value, caller, response);
      } catch (error) {
        read.release();
        throw error;
      }
      stream.transport.receive(message, read.release);
      response.writeHead(202).end("Accepted");
    },
    async close() {
      for (const { transport } of [...streams.values()]) await transport.close();
    },
  };
}
