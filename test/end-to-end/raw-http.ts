import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Message } from "../kit/processes.ts";

/** What came back over HTTP, with every JSON-RPC message in it, whether it came as JSON or as a stream. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly messages: readonly Message[];
}

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string goes with its length, a list of pieces goes chunked. */
  readonly body?: string | Buffer | readonly Buffer[];
}

/** The headers of a client that speaks to an MCP endpoint. */
export const MCP_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** One request on a connection of its own, with any header at all: fetch would not let us lie. */
export async function send(url: string, { method = "POST", headers = {}, body }: Sending = {}): Promise<Answer> {
  const asked = request(url, { method, headers, agent: false });
  const answered = once(asked, "response") as Promise<[IncomingMessage]>;
  // Once there is an answer it counts, and not that the server closed before it had read everything.
  asked.on("error", () => {});
  if (Array.isArray(body)) for (const piece of body) asked.write(piece);
  else if (typeof body === "string" || Buffer.isBuffer(body))
    asked.setHeader("content-length", Buffer.byteLength(body));
  asked.end(typeof body === "string" || Buffer.isBuffer(body) ? body : undefined);
  const [response] = await answered;
  const received = await text(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: received,
    messages: messagesIn(received),
  };
}

function messagesIn(received: string): Message[] {
  if (received.startsWith("{")) return [JSON.parse(received) as Message];
  return [...received.matchAll(/^data: (\{.*)$/gm)].map(([, json = ""]) => JSON.parse(json) as Message);
}

/** A client of the older era over HTTP, spoken to in raw messages. */
export class HttpPeer {
  readonly endpoint: string;
  session: Readonly<Record<string, string>> = {};
  /** Every message that came, in order. */
  readonly messages: Message[] = [];
  #nextId = 1;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
  }

  async post(message: Omit<Message, "jsonrpc">): Promise<Answer> {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    const answer = await send(this.endpoint, { headers: { ...MCP_HEADERS, ...this.session }, body });
    this.messages.push(...answer.messages);
    return answer;
  }

  async request(method: string, params?: Record<string, unknown>): Promise<Message> {
    const id = `t${this.#nextId++}`;
    const answer = await this.post({ id, method, ...(params && { params }) });
    const found = answer.messages.find((message) => message.id === id && message.method === undefined);
    if (found === undefined) throw new Error(`no answer to ${method}: ${answer.status} ${answer.text}`);
    return found;
  }

  async initialize(protocolVersion = "2025-11-25"): Promise<Message> {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const answer = await this.post({ id: "t0", method: "initialize", params });
    const id = answer.headers["mcp-session-id"];
    const [opened] = answer.messages;
    if (typeof id !== "string" || opened === undefined) throw new Error(`no session: ${answer.status} ${answer.text}`);
    this.session = { "mcp-session-id": id, "mcp-protocol-version": protocolVersion };
    await this.post({ method: "notifications/initialized" });
    return opened;
  }

  callTool(name: string, args: Record<string, unknown>): Promise<Message> {
    return this.request("tools/call", { name, arguments: args });
  }
}
