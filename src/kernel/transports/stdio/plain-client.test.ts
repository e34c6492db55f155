import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openTestKernel } from "../../../../test/kit/kernel.ts";
import { shelf } from "../../../../test/kit/shelf-world.ts";
import { withServers } from "../../../../test/kit/worlds.ts";
import { createRealEnv } from "../../../apps/real-env.ts";
import { serveStdio } from "./index.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape.
type Message = any;

const READY = { jsonrpc: "2.0", method: "server/ready", params: { version: "0.0.0-test" } };
const VERSION_CLAIM = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "new", version: "1" },
};

/** The shelf as a server for clients of plain JSON-RPC. */
const plainShelf = withServers(shelf, (server) => ({
  ...server,
  ready: { method: "server/ready" },
  legacyMethods: true,
}));

/** A client on pipes that sends lines and keeps what it hears. */
async function connect({ world = plainShelf, verbose = false } = {}) {
  // With a real clock: what is in flight when a client hangs up takes real time.
  const kernel = await openTestKernel({ worlds: [world], env: createRealEnv() });
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const heard: Message[] = [];
  stdout.on("data", (chunk: Buffer) => {
    for (const line of chunk.toString().split("\n")) if (line !== "") heard.push(JSON.parse(line));
  });
  const serving = serveStdio({ ...kernel.parts, verbose }, await kernel.server("shelf"), { stdin, stdout });
  return {
    kernel,
    heard,
    serving,
    send: (...messages: object[]) =>
      stdin.write(messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("")),
    /** Everything heard once the client has hung up and all is answered. */
    async rest() {
      stdin.end();
      await serving.closed;
      return heard;
    },
  };
}

const INITIALIZED = expect.objectContaining({ capabilities: expect.any(Object), serverInfo: expect.any(Object) });
const LIST = { method: "tools/list" };
const KEPT = { name: "a", sha256: expect.any(String) };

test.each([
  ["no parameters", {}, "2025-11-25"],
  ["null", { params: null }, "2025-11-25"],
  ["an empty list", { params: [] }, "2025-11-25"],
  ["an empty object", { params: {} }, "2025-11-25"],
  ["only a version", { params: { protocolVersion: "2024-11-05" } }, "2024-11-05"],
  ["half a client", { params: { clientInfo: { name: "half" }, capabilities: null } }, "2025-11-25"],
])("initialize with %s is answered", async (_case, params, protocolVersion) => {
  const client = await connect();
  client.send({ id: 1, method: "initialize", ...params });

  expect(await client.rest()).toEqual([
    { jsonrpc: "2.0", id: 1, result: expect.objectContaining({ protocolVersion, capabilities: expect.any(Object) }) },
  ]);
});

test("a method without any initialize is answered, and ids come back as they were", async () => {
  const client = await connect();
  client.send({ id: 1, method: "shelf/keep", params: { name: "a", text: "x" } });
  client.send({ id: "two", method: "shelf/keep", params: { name: "a", text: "x" } });

  // Which of two calls in flight is answered first is not said: one of them may have a file to bring to its place.
  const [ready, ...answers] = await client.rest();
  expect(ready).toEqual(READY);
  expect(answers).toHaveLength(2);
  expect(answers).toContainEqual({ jsonrpc: "2.0", id: 1, result: KEPT });
  expect(answers).toContainEqual({ jsonrpc: "2.0", id: "two", result: KEPT });
});

test("ready is told once, after initialized", async () => {
  const client = await connect();
  client.send({ id: 1, method: "initialize" });
  client.send({ method: "notifications/initialized" });
  client.send({ id: 2, ...LIST }, { method: "notifications/initialized" }, { id: 3, ...LIST });

  const heard = await client.rest();

  expect(heard.map((message) => message.id ?? message.method)).toEqual([1, "server/ready", 2, 3]);
  expect(heard).toContainEqual(READY);
  expect(heard[0]).toEqual({ jsonrpc: "2.0", id: 1, result: INITIALIZED });
});

test("ready is told behind the answer to initialize, also to a client that says everything at once", async () => {
  const client = await connect();
  client.send({ id: 1, method: "initialize" }, { id: 2, ...LIST });

  expect((await client.rest()).map((message) => message.id ?? message.method)).toEqual([1, "server/ready", 2]);
});

test("a client of the newer era hears nothing it does not know", async () => {
  const client = await connect();
  client.send({ id: 1, method: "server/discover", params: { _meta: VERSION_CLAIM } });
  client.send({ id: 2, method: "tools/list", params: { _meta: VERSION_CLAIM } });

  expect((await client.rest()).map((message) => message.id ?? message.method)).toEqual([1, 2]);
});

test("a server that announces nothing stays quiet", async () => {
  const client = await connect({ world: shelf });
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } };
  client.send({ id: 1, method: "initialize", params }, { method: "notifications/initialized" }, { id: 2, ...LIST });

  expect((await client.rest()).map((message) => message.id ?? message.method)).toEqual([1, 2]);
});

test("shutdown is answered and exit ends the connection after what was asked before", async () => {
  const client = await connect();
  client.send(
    { id: 1, method: "shelf/keep", params: { name: "a", text: "x" } },
    { id: "bye", method: "shutdown" },
    { method: "exit" },
  );

  await client.serving.closed;

  expect(client.heard).toEqual([
    READY,
    expect.objectContaining({ jsonrpc: "2.0" }),
    expect.objectContaining({ jsonrpc: "2.0" }),
  ]);
  expect(client.heard).toContainEqual({ jsonrpc: "2.0", id: 1, result: KEPT });
  expect(client.heard).toContainEqual({ jsonrpc: "2.0", id: "bye", result: {} });
});

test("exit with an id is answered before the end", async () => {
  const client = await connect();
  client.send({ id: 9, method: "exit" });

  await client.serving.closed;

  expect(client.heard).toContainEqual({ jsonrpc: "2.0", id: 9, result: {} });
});

test("exit means nothing to a server of another kind", async () => {
  const client = await connect({ world: shelf });
  client.send({ method: "exit" }, { id: 1, ...LIST });

  expect(await client.rest()).toMatchObject([{ id: 1, result: { tools: expect.any(Array) } }]);
});

test.each([
  [false, { method: "shelf/kepe" }],
  [true, { method: "shelf/kepe", hint: ["shelf/keep"] }],
])("verbose %s: an unknown method is told as such", async (verbose, data) => {
  const client = await connect({ verbose });
  client.send({ id: 1, method: "shelf/kepe" });

  expect(await client.rest()).toEqual([
    READY,
    { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found", data } },
  ]);
});

test("parameters by position are refused, not dropped", async () => {
  const client = await connect();
  client.send({ id: 1, method: "shelf/keep", params: ["a", "x"] });

  expect(await client.rest()).toEqual([
    {
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32600, message: "The line is no JSON-RPC 2.0 message", data: {} },
    },
  ]);
});
