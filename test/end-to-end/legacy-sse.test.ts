import { Client, SSEClientTransport } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "mcp-v1/client/index.js";
import { SSEClientTransport as SseV1 } from "mcp-v1/client/sse.js";
import { expect, onTestFinished, test } from "vitest";
import { sha256 } from "../../src/kernel/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { startServe } from "../kit/processes.ts";
import { MCP_HEADERS, send } from "./raw-http.ts";

const INFO = { name: "old", version: "1" };
const serve = (...args: string[]) => startServe(["--servers", "conformance", "--data", temporaryFolder(), ...args]);
const CLIENTS = {
  v1: { client: () => new ClientV1(INFO), line: (url: URL) => new SseV1(url) },
  v2: { client: () => new Client(INFO), line: (url: URL) => new SSEClientTransport(url) },
};

test.for(["v1", "v2"] as const)("with --legacy-sse the %s client lists and calls over SSE", async (name) => {
  const { url } = await serve("--legacy-sse");
  const client = CLIENTS[name].client() as Client;
  onTestFinished(() => client.close());
  await client.connect(CLIENTS[name].line(new URL(`${url}/conformance/sse`)));

  const { tools } = await client.listTools();
  const written = await client.callTool({ name: "test_write", arguments: { text: "old" } });
  const refused = await client.callTool({ name: "test_read", arguments: { id: "nobody" } });

  expect(tools).toHaveLength(30);
  expect(written.structuredContent).toEqual({ event_id: expect.any(String), seq: 1, id: sha256("old") });
  expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: "not_found" } } });
});

test("a client is told which list has changed", async () => {
  const { url } = await serve("--legacy-sse");
  const client = new Client(INFO);
  onTestFinished(() => client.close());
  const heard: string[] = [];
  client.setNotificationHandler("notifications/tools/list_changed", () => void heard.push("tools"));
  client.setNotificationHandler("notifications/prompts/list_changed", () => void heard.push("prompts"));
  await client.connect(new SSEClientTransport(new URL(`${url}/conformance/sse`)));

  await client.callTool({ name: "test_trigger_prompt_change", arguments: {} });
  await client.callTool({ name: "test_trigger_tool_change", arguments: {} });

  await expect.poll(() => heard).toEqual(["prompts", "tools"]);
});

test("a message for a stream that never was is refused", async () => {
  const { url } = await serve("--legacy-sse");

  const answer = await send(`${url}/conformance/messages?sessionId=guess`, { headers: MCP_HEADERS, body: "{}" });

  expect(answer).toMatchObject({ status: 404, messages: [{ id: null, error: { code: -32001 } }] });
});

test("without --legacy-sse there is no such path", async () => {
  const { url } = await serve();

  const stream = await send(`${url}/conformance/sse`, { method: "GET" });
  const messages = await send(`${url}/conformance/messages?sessionId=x`, { headers: MCP_HEADERS, body: "{}" });

  expect([stream.status, messages.status]).toEqual([404, 404]);
});
