import type { IncomingMessage, ServerResponse } from "node:http";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import type { BoundServer } from "../../call/index.ts";
import { KernelError } from "../../errors.ts";
import { announceList, createMcpServer, type TransportParts } from "../mcp/index.ts";
import { readBody } from "./read-body.ts";
import type { HttpCaller } from "./sessions.ts";

const STREAMS_MAX = 100;
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

  async send(message: JSONRPCMessage): Promise<void> {
    this.#response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  async close(): Promise<void> {
    if (this.#keepAlive === undefined) return;
    clearInterval(this.#keepAlive);
    this.#keepAlive = undefined;
    this.#response.end();
    this.onclose?.();
  }
}

export function createLegacySse(parts: TransportParts, bound: BoundServer): LegacySse {
  const streams = new Map<string, { transport: SseTransport; user: string | undefined }>();

  return {
    async open(response, caller) {
      if (streams.size >= STREAMS_MAX) throw new KernelError("session_limit", "Too many streams are open");
      const id = Buffer.from(parts.env.randomBytes(24)).toString("base64url");
      const transport = new SseTransport(id, `/${bound.server.name}/messages?sessionId=${id}`, response);
      const server = createMcpServer(parts, bound, {
        info: { id, transport: "http", client: null, ...(caller.user !== undefined && { user: caller.user }) },
        notifyListChanged: (list) => announceList(server, list),
      });
      streams.set(id, { transport, user: caller.user });
      await server.connect(transport);
      const closed = transport.onclose;
      transport.onclose = () => {
        streams.delete(id);
        closed?.();
      };
    },
    async post(request, response, sessionId, caller) {
      const stream = streams.get(sessionId);
      if (stream === undefined || stream.user !== caller.user)
        throw new KernelError("session_not_found", "Session not found");
      const read = await readBody(request, bound.server.messageBytesMax);
      if ("error" in read) throw read.error;
      let message: JSONRPCMessage;
      try {
        message = parseJSONRPCMessage(read.value);
      } catch {
        throw new KernelError("invalid_request", "The body is no JSON-RPC 2.0 message");
      }
      stream.transport.onmessage?.(message);
      response.writeHead(202).end("Accepted");
    },
    async close() {
      for (const { transport } of [...streams.values()]) await transport.close();
    },
  };
}
