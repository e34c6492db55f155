import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { openTestKernel, type TestKernelOptions } from "../../../test/kit/kernel.ts";
import { shelf } from "../../../test/kit/shelf-world.ts";
import { createMetrics } from "../../kernel/serve.ts";
import { createRealEnv } from "../real-env.ts";
import { WORLDS } from "../worlds.ts";
import { type HttpServerOptions, startHttpServer } from "./http-server.ts";

const MIB = 1024 * 1024;
const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const MODERN = { "mcp-protocol-version": "2026-07-28" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
};

/** A server as `serve` runs it. */
async function start(kernelOptions: TestKernelOptions = {}, options: Partial<HttpServerOptions> = {}) {
  const kernel = await openTestKernel({ worlds: [shelf], env: createRealEnv(), ...kernelOptions });
  const [server = ""] = [...kernel.registry.names.keys()];
  const http = await startHttpServer({
    kernel,
    servers: [server],
    page: false,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    mcp: { metrics: await createMetrics(), legacySse: true, verbose: false },
    ...options,
  });
  onTestFinished(() => http.close());
  return { kernel, http, url: http.url, endpoint: `${http.url}/${server}/mcp` };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A request on a socket of its own. */
function open(url: string, headers: Record<string, string | number>, method = "POST"): ClientRequest {
  const asked = request(url, { method, headers, agent: false });
  asked.on("error", () => {});
  onTestFinished(() => void asked.destroy());
  return asked;
}

async function answerTo(asked: ClientRequest): Promise<Answer> {
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** One call of the newer era on a fresh socket. */
function callTool(endpoint: string, name: string, args: object): Promise<Answer> {
  const params = { name, arguments: args, _meta: META };
  const asked = open(endpoint, { ...HEADERS, ...MODERN, "mcp-method": "tools/call", "mcp-name": name });
  asked.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
  return answerTo(asked);
}

async function openSession(endpoint: string): Promise<string> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "old", version: "1" } };
  const asked = open(endpoint, HEADERS);
  asked.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
  return String((await answerTo(asked)).headers["mcp-session-id"]);
}

async function statusInSession(endpoint: string, session: string): Promise<number> {
  const asked = open(endpoint, { ...HEADERS, "mcp-session-id": session, "mcp-protocol-version": "2025-11-25" });
  asked.end(JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" }));
  return (await answerTo(asked)).status;
}

/** A body that has begun and goes on no further. */
async function stall(endpoint: string, length: number, begun = "{"): Promise<ClientRequest> {
  const asked = open(endpoint, { ...HEADERS, "content-length": length });
  await new Promise<void>((resolve) => asked.write(begun, () => resolve()));
  return asked;
}

test("a body that stalls is answered with 408, and what it held is free again", async () => {
  const { endpoint } = await start({}, { bodyLimits: { stallMs: 50, largeBytesMax: 3 * MIB, waitMs: 600_000 } });

  const stalled = await Promise.all([2, 2, 2].map((mib) => stall(endpoint, mib * MIB)));
  const answers = await Promise.all(stalled.map(answerTo));

  expect(answers.map(({ status }) => status)).toEqual([408, 408, 408]);
  expect(answers[0]?.headers.connection).toBe("close");
  expect(JSON.parse(answers[0]?.body ?? "")).toMatchObject({ error: { message: "The body came too slowly" } });
  expect((await callTool(endpoint, "keep_file", { name: "a", text: "x".repeat(2 * MIB) })).status).toBe(200);
});

test("a body that trickles is too slow however often a byte comes", async () => {
  const { endpoint } = await start({}, { bodyLimits: { stallMs: 30, bytesPerSecondMin: MIB } });
  const trickling = await stall(endpoint, MIB);
  const drops = setInterval(() => trickling.write(" "), 5);
  onTestFinished(() => clearInterval(drops));

  expect((await answerTo(trickling)).status).toBe(408);
});

test("beyond the room for all bodies a large one gets 503 and when to come back, and small calls are answered", async () => {
  const { endpoint, url, kernel } = await start({}, { bodyLimits: { largeBytesMax: 3 * MIB, waitMs: 50 } });
  const before = await kernel.stateRoot();
  await stall(endpoint, 3 * MIB);

  const refused = await callTool(endpoint, "keep_file", { name: "a", text: "x".repeat(2 * MIB) });

  expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  expect(await kernel.stateRoot()).toEqual(before);
  expect((await callTool(endpoint, "list_files", {})).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test("a large body waits for room and gets in when the one before it has gone", async () => {
  const { endpoint } = await start({}, { bodyLimits: { largeBytesMax: 3 * MIB, waitMs: 600_000 } });
  const first = await stall(endpoint, 3 * MIB);

  const second = callTool(endpoint, "keep_file", { name: "a", text: "x".repeat(2 * MIB) });
  first.destroy();

  expect((await second).status).toBe(200);
});

test("a body without a declared length takes large room once it is large", async () => {
  const { endpoint } = await start({}, { bodyLimits: { largeBytesMax: 5 * MIB, waitMs: 50 } });
  await stall(endpoint, 3 * MIB);
  const chunked = open(endpoint, HEADERS);
  chunked.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { pad: "x".repeat(2 * MIB) } }));

  expect((await answerTo(chunked)).status).toBe(503);
});

test("a client that breaks off in the midst of its body is no fault of ours", async () => {
  const { endpoint, kernel, url } = await start();
  const cut = await stall(endpoint, 2 * MIB);
  cut.destroy();
  await new Promise((resolve) => cut.once("close", resolve));

  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(kernel.log.lines.filter(({ level }) => level === "error")).toEqual([]);
});

test("stopping does not wait for bodies that never end", async () => {
  const { endpoint, http } = await start();
  const stalled = await stall(endpoint, 2 * MIB);
  const answered = answerTo(stalled);
  // The server has the request: it answers another one on a socket opened later.
  await callTool(endpoint, "list_files", {});

  await http.close();

  expect((await answered).status).toBe(503);
});

test("a limit on calls holds for an address, whatever socket, era or session they come by", async () => {
  const { endpoint, kernel } = await start({ limits: { callsPerMinute: 5 } });
  const before = await kernel.stateRoot();

  const answers = await Promise.all(Array.from({ length: 20 }, () => callTool(endpoint, "list_files", {})));

  const refused = answers.filter(({ body }) => body.includes("rate_limited"));
  expect([answers.length - refused.length, refused.length]).toEqual([5, 15]);
  expect(await kernel.stateRoot()).toEqual(before);
});

test("beyond its share of sessions a caller's oldest unused one gives way, and nobody is locked out", async () => {
  const { endpoint } = await start();
  const used = await openSession(endpoint);
  expect(await statusInSession(endpoint, used)).toBe(200);
  const unused = await openSession(endpoint);

  for (let n = 0; n < 249; n++) await openSession(endpoint);

  expect(await statusInSession(endpoint, unused)).toBe(404);
  expect(await statusInSession(endpoint, used)).toBe(200);
});

test("beyond its share of streams of 2024 a caller's oldest gives way", async () => {
  const { url } = await start();
  const streams: IncomingMessage[] = [];
  const closed: Promise<unknown>[] = [];
  for (let n = 0; n < 51; n++) {
    const asked = open(`${url}/shelf/sse`, {}, "GET");
    asked.end();
    const [stream] = (await once(asked, "response")) as [IncomingMessage];
    closed.push(new Promise((resolve) => stream.once("close", resolve)));
    streams.push(stream.resume());
  }

  await closed[0];

  expect(streams.map(({ complete }) => complete)).toEqual([true, ...Array(50).fill(false)]);
});

test.each([
  "GET /shelf/mcp HTTP/1.1\r\nHost: user@localhost",
  "POST /shelf/mcp HTTP/1.1\r\nHost: user@localhost",
  "POST http://user:pw@localhost/shelf/mcp HTTP/1.1\r\nHost: localhost",
  "GET http://localhost/shelf/mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: x",
  "GET http://[/shelf/mcp HTTP/1.1\r\nHost: localhost",
  "GET /shelf/mcp?%zz=%00 HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: \u00ff",
  "DELETE /shelf/mcp#x HTTP/1.1\r\nHost: localhost",
  "POST /shelf/messages HTTP/1.1\r\nHost: localhost",
  "GET /files/%ff HTTP/1.1\r\nHost: localhost",
  "GET /files/..%2f..%2fetc HTTP/1.1\r\nHost: localhost",
  "POST /shelf/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json; charset=\u0080",
  "GET /shelf/mcp HTTP/1.1\r\nHost: localhost\r\nX-Odd: a\u0001b",
])("%j is answered with a plain refusal: no fault of ours, no trace of our code", async (head) => {
  const { url, kernel } = await start();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(Buffer.from(`${head}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`, "latin1"));

  const answer = await text(socket);

  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(answer).not.toMatch(/\bat .*\.(ts|js|mjs):\d+|node:internal|trace_id/);
  expect(kernel.log.lines.filter(({ level }) => level === "error")).toEqual([]);
});

test("the largest file there may be, a byte less than 50 MiB, passes as base64", async () => {
  const { endpoint } = await start({ worlds: WORLDS.filter(({ name }) => name === "truth") });
  const file_content = Buffer.alloc(50 * MIB - 1, "bailiwick ").toString("base64");

  const stored = await callTool(endpoint, "store_unstructured", {
    idempotency_key: "large",
    file_content,
    mime_type: "application/octet-stream",
  });

  expect([stored.status, stored.body]).toEqual([200, expect.stringContaining(`"file_size":${50 * MIB - 1}`)]);
});
