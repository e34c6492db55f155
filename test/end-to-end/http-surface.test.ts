import { once } from "node:events";
import { expect, test } from "vitest";
import { conformance } from "../../src/worlds/conformance/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { noteWaits, runCli, startServe } from "../kit/processes.ts";
import { HttpPeer, MCP_HEADERS, send } from "./raw-http.ts";

const serve = (env = {}) => startServe(["--servers", "conformance", "--data", temporaryFolder()], env);
const get = (url: string) => send(url, { method: "GET" });

async function openPeer(url: string): Promise<HttpPeer> {
  const peer = new HttpPeer(`${url}/conformance/mcp`);
  await peer.initialize();
  return peer;
}

test("/healthz says that it is well and which version runs", async () => {
  const { url } = await serve();

  const { status, headers, text } = await get(`${url}/healthz`);

  const version = (await runCli(["--version"])).stdout.trim();
  expect({ status, type: headers["content-type"], body: JSON.parse(text) }).toEqual({
    status: 200,
    type: "application/json",
    body: { status: "ok", version },
  });
});

test("/tools.json describes every tool of every server that is served", async () => {
  const { url } = await serve();

  const { status, text } = await get(`${url}/tools.json`);

  const tools = (await conformance.load()).servers
    .flatMap((server) => server.tools)
    .map(({ name, title, description, effect }) => ({ name, title, description, effect }));
  expect({ status, body: JSON.parse(text) }).toEqual({
    status: 200,
    body: {
      servers: [
        {
          name: "conformance",
          title: "Conformance",
          about: "Fixtures of the MCP conformance suites, for testing this product.",
          world: "conformance",
          tools,
        },
      ],
    },
  });
});

test("/metrics counts calls by tool and outcome and aliases by tool, and repeats nothing that was said", async () => {
  const { url } = await serve();
  const peer = await openPeer(url);
  await peer.callTool("test_write", { text: "a secret of mine" });
  await peer.callTool("test_read", { id: "a secret id" });
  await peer.callTool("a_secret_tool", {});
  await peer.callTool("test_input_required_result_multiple_inputs", {});

  const { headers, text } = await get(`${url}/metrics`);

  expect(headers["content-type"]).toMatch(/^text\/plain; version=/);
  const lines = text.split("\n");
  expect(lines).toContain('bailiwick_tool_calls_total{server="conformance",tool="test_write",outcome="ok"} 1');
  expect(lines).toContain('bailiwick_tool_calls_total{server="conformance",tool="test_read",outcome="refused"} 1');
  expect(lines).toContain('bailiwick_tool_calls_total{server="conformance",tool="unknown",outcome="refused"} 1');
  expect(lines).toContain('bailiwick_tool_call_seconds_bucket{le="+Inf",server="conformance",tool="test_write"} 1');
  expect(lines).toContain('bailiwick_tool_call_seconds_count{server="conformance",tool="test_write"} 1');
  const alias = /^bailiwick_tool_alias_calls_total\{server="conformance",tool="test_multiple_inputs"\} [1-9]/m;
  expect(text).toMatch(alias);
  expect(text).not.toContain("secret");
});

test("many calls do not make the memory of young objects so large that all wait while it is cleared", async () => {
  const { url } = await serve();
  const peer = await openPeer(url);
  for (let round = 0; round < 40; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => peer.callTool("test_simple_text", {})));
  }

  const { text } = await get(`${url}/metrics`);

  const young = /^bailiwick_nodejs_heap_space_size_total_bytes\{space="new"\} (\d+)$/m.exec(text)?.[1];
  expect(Number(young)).toBeGreaterThan(0);
  expect(Number(young)).toBeLessThanOrEqual(16 * 1024 * 1024);
});

test("the dashboard is served with a policy that lets nothing foreign run in it", async () => {
  const { url } = await serve();

  const { status, headers, text } = await get(`${url}/`);

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-cache",
  });
  expect(text).toContain("<!doctype html>");
});

test("what the dashboard's page names can be fetched, and nothing outside its folder", async () => {
  const { url } = await serve();
  const page = (await get(`${url}/`)).text;
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);

  expect(assets.length).toBeGreaterThan(0);
  expect((await Promise.all(assets.map((path) => get(url + path)))).map(({ status }) => status)).toEqual(
    assets.map(() => 200),
  );
  const outside = ["/../package.json", "/assets/../../../package.json", "/%2e%2e/%2e%2e/package.json", "/..%2fa.js"];
  expect((await Promise.all(outside.map((path) => get(url + path)))).map(({ status }) => status)).toEqual(
    outside.map(() => 404),
  );
});

const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
};

test.for(["legacy", "modern"])("SIGTERM lets a %s request in flight finish, then ends with 0", async (era) => {
  const { url, child } = await serve();
  const peer = await openPeer(url);
  const name = "test_tool_with_progress";
  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name };
  const _meta = { progressToken: 1, ...(era === "modern" && MODERN) };
  const response = await fetch(peer.endpoint, {
    method: "POST",
    headers: { ...MCP_HEADERS, ...(era === "modern" ? modern : peer.session) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: {}, _meta } }),
  });

  child.kill("SIGTERM");
  const [received, [code, signal]] = await Promise.all([response.text(), once(child, "close")]);

  expect({ received, code, signal }).toEqual({
    received: expect.stringContaining("Tool with progress executed successfully"),
    code: 0,
    signal: null,
  });
});

test("SIGTERM with open streams and idle sessions ends with 0 in good time", async () => {
  const waits = noteWaits();
  const { url, child } = await serve(waits.env);
  const peer = await openPeer(url);
  const stream = fetch(peer.endpoint, { headers: { accept: "text/event-stream", ...peer.session } });
  expect((await stream).status).toBe(200);

  child.kill("SIGTERM");
  const [code] = await once(child, "close");

  expect(code).toBe(0);
  expect(waits.endedAtOnce()).toBe(true);
});

test("a second server on the same port says so in one line and exits 2", async () => {
  const { url } = await serve();
  const { port } = new URL(url);

  const second = await runCli(["serve", "--port", port, "--data", temporaryFolder()]);

  expect(second).toEqual({
    code: 2,
    stdout: "",
    stderr: `bailiwick: port ${port} is taken; choose another with --port, or --port 0 for a free one\n`,
  });
});
