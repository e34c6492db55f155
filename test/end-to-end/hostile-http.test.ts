import { type ClientRequest, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { openHttp } from "./open-http.ts";
import { type Answer, HttpPeer, MCP_HEADERS, send } from "./raw-http.ts";

const SIMPLE = "This is a simple text response for testing.";
const MIB = 1024 * 1024;
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const ROUTES = ["/", "/healthz", "/metrics", "/tools.json", "/conformance/mcp", "/nowhere"];

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

async function expectGoodCall(peer: HttpPeer): Promise<void> {
  expect((await peer.callTool("test_simple_text", {})).result.content[0].text).toBe(SIMPLE);
}

test.for([
  ["a declared length", Buffer.alloc(5 * MIB, "x")],
  ["no declared length", Array<Buffer>(80).fill(Buffer.alloc(64 * 1024, "x"))],
] as const)("a body over 4 MiB of %s is refused with 413", async ([, body]) => {
  const { peer } = await openHttp();

  const answer = await send(peer.endpoint, { headers: { ...MCP_HEADERS, ...peer.session }, body }).catch(String);

  expect(answer).toMatchObject({
    status: 413,
    messages: [{ id: null, error: { message: "The message is too large", data: { limit_bytes: 4 * MIB } } }],
  });
  await expectGoodCall(peer);
});

test("a client that sends twice too much reads the refusal, and no broken pipe", async () => {
  const { peer } = await openHttp();
  const init = { method: "POST", headers: { ...MCP_HEADERS, ...peer.session }, body: Buffer.alloc(8 * MIB, "x") };
  const outcomes: (number | string)[] = [];

  for (let n = 0; n < 10; n++) {
    outcomes.push(
      await fetch(peer.endpoint, init).then(
        ({ status }) => status,
        ({ cause }) => cause.code,
      ),
    );
  }

  expect(outcomes).toEqual(Array(10).fill(413));
  await expectGoodCall(peer);
});

test("a body that is not declared as JSON is refused with 415, also where a browser would send it unasked", async () => {
  const { peer } = await openHttp();
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
  ];

  const answers = await Promise.all(
    [...types, undefined].map((type) => {
      const { "content-type": _, ...headers } = MCP_HEADERS;
      return send(peer.endpoint, {
        headers: { ...headers, ...peer.session, ...(type && { "content-type": type }) },
        body: PING,
      });
    }),
  );

  expect(statuses(answers)).toEqual([415, 415, 415, 415, 415]);
  await expectGoodCall(peer);
});

test("a guessed or ended session is not found, and no session at all is a bad request", async () => {
  const { peer } = await openHttp();
  const headers = { ...MCP_HEADERS, "mcp-protocol-version": "2025-11-25" };
  const ended = new HttpPeer(peer.endpoint);
  await ended.initialize();
  const goodbye = await send(peer.endpoint, { method: "DELETE", headers: { ...headers, ...ended.session } });

  const none = await send(peer.endpoint, { headers, body: PING });
  const guessed = await send(peer.endpoint, { headers: { ...headers, "mcp-session-id": "guess" }, body: PING });
  const afterEnd = await send(peer.endpoint, { headers: { ...headers, ...ended.session }, body: PING });
  const stream = await send(peer.endpoint, { method: "GET", headers: { ...headers, "mcp-session-id": "guess" } });

  expect(statuses([goodbye, none, guessed, afterEnd, stream])).toEqual([200, 400, 404, 404, 404]);
  expect([none, guessed].map(({ messages }) => messages[0]?.error.code)).toEqual([-32000, -32001]);
  await expectGoodCall(peer);
});

test("no route answers to a name that is not this server's", async () => {
  const { url, peer } = await openHttp();
  const { port } = new URL(url);
  const hosts = ["evil.example", `evil.example:${port}`, `127.0.0.1.evil.example:${port}`, "localhost@evil.example"];

  const answers = await Promise.all(
    ROUTES.flatMap((path) => hosts.map((host) => send(url + path, { method: "GET", headers: { host } }))),
  );
  const post = await send(peer.endpoint, {
    headers: { ...MCP_HEADERS, ...peer.session, host: "evil.example" },
    body: PING,
  });

  expect(new Set(statuses([...answers, post]))).toEqual(new Set([403]));
  await expectGoodCall(peer);
});

test("no route answers to a page of another origin, nor to a page of none", async () => {
  const { url, peer } = await openHttp();
  const origins = ["https://evil.example", "null", "http://localhost.evil.example", "file://"];

  const answers = await Promise.all(
    ROUTES.flatMap((path) => origins.map((origin) => send(url + path, { method: "GET", headers: { origin } }))),
  );
  const post = await send(peer.endpoint, { headers: { ...MCP_HEADERS, ...peer.session, origin: "null" }, body: PING });
  const own = await send(`${url}/healthz`, { method: "GET", headers: { origin: url } });

  expect(new Set(statuses([...answers, post]))).toEqual(new Set([403]));
  expect(own.status).toBe(200);
  await expectGoodCall(peer);
});

/** The status of a request line as given: a client library would tidy the path first. */
async function statusOf(url: string, requestLine: string): Promise<number> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end(`${requestLine} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]);
}

test("what is not there is not found", async () => {
  const { url, peer } = await openHttp();
  const lines = [
    "GET /nowhere",
    "POST /",
    "GET /conformance",
    "POST /conformance/mcp/",
    "GET /truth/mcp",
    "GET /conformance%2fmcp",
    "GET /constructor/mcp",
  ];

  expect(await Promise.all(lines.map((line) => statusOf(url, line)))).toEqual(lines.map(() => 404));
  await expectGoodCall(peer);
});

test("a path that is no address is not found, and no fault of ours", async () => {
  const { url, peer } = await openHttp();

  expect(await statusOf(url, "GET //")).toBe(404);
  await expectGoodCall(peer);
});

test("a method that the endpoint does not have is answered with 405", async () => {
  const { url, peer } = await openHttp();

  expect(await statusOf(url, "PUT /conformance/mcp")).toBe(405);
  await expectGoodCall(peer);
});

test("a request with two lengths is refused", async () => {
  const { url, peer } = await openHttp();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.end(
    "POST /conformance/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
      "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
  );

  const answers = await text(socket);

  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  await expectGoodCall(peer);
});

test("bodies that never end hold up nobody, and one that never stops growing is cut off", async () => {
  const { peer } = await openHttp();
  const open = (): ClientRequest => {
    const slow = request(peer.endpoint, { method: "POST", headers: { ...MCP_HEADERS, ...peer.session }, agent: false });
    slow.on("error", () => {});
    onTestFinished(() => void slow.destroy());
    return slow;
  };
  const slow = Array.from({ length: 50 }, open);
  let ended = 0;
  for (const body of slow) body.once("close", () => ended++);
  await Promise.all(slow.map((body) => new Promise((begun) => body.write('{"jsonrpc":', begun))));
  const endless = open();
  const cut = new Promise((resolve) => endless.once("close", () => resolve("cut off")));
  const pour = () => endless.write(" ".repeat(64 * 1024), () => endless.destroyed || setImmediate(pour));
  pour();

  await expectGoodCall(peer);

  // The good call was answered beside them, not behind them.
  expect(ended).toBe(0);
  expect(await cut).toBe("cut off");
  await expectGoodCall(peer);
});

test("a modern request whose headers and body disagree is refused", async () => {
  const { peer } = await openHttp();
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  };
  const params = { name: "test_write", arguments: { text: "x" }, _meta };
  const headers = { ...MCP_HEADERS, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });

  const wrong = await send(peer.endpoint, { headers: { ...headers, "mcp-name": "test_read" }, body });
  const missing = await send(peer.endpoint, { headers, body });

  const refused = { status: 400, messages: [{ error: { code: -32020 } }] };
  expect([wrong, missing]).toMatchObject([refused, refused]);
  await expectGoodCall(peer);
});
