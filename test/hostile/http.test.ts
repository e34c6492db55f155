import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startHttpServer } from "../../src/apps/server/index.ts";
import { createMetrics } from "../../src/kernel/serve.ts";
import { refusalsIn } from "../kit/dump.ts";
import { ENGINES, openTestKernel, type TestKernelOptions } from "../kit/kernel.ts";

const MIB = 1024 * 1024;
const ROUTES = ["/", "/healthz", "/metrics", "/tools.json", "/conformance/mcp", "/files/x", "/nowhere"];
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

async function serve(options: TestKernelOptions = {}) {
  const kernel = await openTestKernel(options);
  const server = await startHttpServer({
    kernel,
    servers: ["conformance"],
    mcp: { metrics: await createMetrics(), legacySse: true, verbose: false },
    page: true,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
  });
  onTestFinished(() => server.close());
  const root = await kernel.stateRoot();
  const unchanged = async () => expect(await kernel.stateRoot()).toEqual(root);
  return { url: server.url, kernel, unchanged };
}

/** What node's own fetch does not let anybody send. */
async function send(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
) {
  const asking = request(url, { method: options.method ?? "GET", headers: options.headers ?? {}, agent: false });
  asking.on("error", () => {});
  asking.end(options.body);
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test("a name that is not this server's is answered by no route", async () => {
  const { url, unchanged } = await serve();
  const { port } = new URL(url);
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    "127.0.0.1.evil.example",
    `localhost.evil:${port}`,
    "169.254.169.254",
  ]) {
    for (const route of ROUTES) {
      expect((await send(`${url}${route}`, { headers: { host } })).status, `${host} ${route}`).toBe(403);
    }
  }
  await unchanged();
});

test("a page of another origin or of none is answered by no route, with no header that would let it read", async () => {
  const { url, unchanged } = await serve();
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1.evil.example", "file://"]) {
    for (const route of ROUTES) {
      const { status, headers } = await send(`${url}${route}`, { headers: { origin } });
      expect([status, headers["access-control-allow-origin"]], `${origin} ${route}`).toEqual([403, undefined]);
    }
  }
  await unchanged();
});

test("a body that a form may send without asking is refused, and so is one over the limit", async () => {
  const { url, unchanged } = await serve();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    const { status } = await send(`${url}/conformance/mcp`, {
      method: "POST",
      headers: { "content-type": type },
      body: PING,
    });
    expect(status, type).toBe(415);
  }
  await unchanged();
});

test("a body over the limit is refused with 413, with a declared length and without", async () => {
  const { url, unchanged } = await serve();
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const large = Buffer.alloc(5 * MIB, " ");
  expect((await send(`${url}/conformance/mcp`, { method: "POST", headers, body: large })).status).toBe(413);
  const chunked = { ...headers, "transfer-encoding": "chunked" };
  expect((await send(`${url}/conformance/mcp`, { method: "POST", headers: chunked, body: large })).status).toBe(413);
  await unchanged();
});

test.each(ENGINES)(
  "a rate is counted by where a call comes from, whatever its headers say of that (%s)",
  async (engine) => {
    const { url, kernel } = await serve({ engine, limits: { callsPerMinute: 3 } });
    const write = async (n: number) => {
      const meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      const params = { name: "test_write", arguments: { text: `write ${n}` }, _meta: meta };
      const { body } = await send(`${url}/conformance/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "test_write",
          "x-forwarded-for": `203.0.113.${n}`,
          forwarded: `for=203.0.113.${n}`,
          "x-real-ip": `203.0.113.${n}`,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: n, method: "tools/call", params }),
      });
      return body;
    };
    for (const n of [1, 2, 3]) expect(await write(n)).not.toContain("isError");
    const before = await kernel.stateRoot();
    for (const n of [4, 5]) expect(await write(n)).toContain("rate_limited");
    expect(await kernel.stateRoot()).toEqual(before);
    expect(await refusalsIn(kernel)).toEqual([4, 5].map(() => ({ tool: "test_write", code: "rate_limited" })));
  },
);
