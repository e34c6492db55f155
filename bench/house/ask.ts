import { once } from "node:events";
import { type Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const VERSION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
};

/** Where requests go, and over which sockets: undefined is a fresh one for each. */
export interface Line {
  readonly url: string;
  readonly agent?: Agent;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function ask(line: Line, path: string, question: Question = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body } = question;
  const asked = request(line.url + path, { method, headers, agent: line.agent ?? false });
  // Once there is an answer it counts, and not that the server closed before it had read everything.
  asked.on("error", () => {});
  asked.end(body);
  try {
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  } catch (error) {
    // A socket that rested may be closed just as it is used again: that is no answer that was lost.
    if (asked.reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET") return ask(line, path, question);
    throw error;
  }
}

/** The body of a call in the newer era. */
export function callBody(name: string, args: object): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args, _meta: META },
  });
}

export function callHeaders(name: string): Record<string, string> {
  return { ...HEADERS, "mcp-protocol-version": VERSION, "mcp-method": "tools/call", "mcp-name": name };
}

/** Calls a tool of the truth server; what is refused is no measurement. */
export async function callTruth(line: Line, name: string, args: object): Promise<void> {
  const options = { method: "POST", headers: callHeaders(name), body: callBody(name, args) };
  const { status, body } = await ask(line, "/truth/mcp", options);
  if (status !== 200 || body.includes('"isError":true')) throw new Error(`${name}: ${status} ${body.slice(0, 300)}`);
}

/** Opens a session as clients of the older era do, and says its id. */
export async function openSession(line: Line): Promise<string> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const { status, headers } = await ask(line, "/truth/mcp", { method: "POST", headers: HEADERS, body });
  const id = headers["mcp-session-id"];
  if (status !== 200 || typeof id !== "string") throw new Error(`no session: ${status}`);
  return id;
}

/** Rows that look like those of a real store, each an entity of its own. */
export function rowsFrom(first: number, count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({
    entity_type: "company",
    name: `Firm ${first + at} of the house`,
    city: `Town ${(first + at) % 97}`,
    employees: first + at,
    website: `https://firm-${first + at}.example`,
  }));
}
