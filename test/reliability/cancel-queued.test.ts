import { once } from "node:events";
import { request } from "node:http";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createRealEnv } from "../../src/apps/real-env.ts";
import { startHttpServer } from "../../src/apps/server/index.ts";
import { defineServer, defineTool, query, type Scope } from "../../src/kernel/index.ts";
import { createMetrics } from "../../src/kernel/serve.ts";
import { serveStdio } from "../../src/kernel/transports/stdio/index.ts";
import { openTestKernel } from "../kit/kernel.ts";
import { defineTestWorld } from "../kit/worlds.ts";

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
};
const INITIALIZE = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "old", version: "1" } };

/** A moment a test waits for, and one it gives. */
function createMoment() {
  let come: () => void = () => {};
  const came = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { come, came };
}

/** A world whose one long write asks the database without end, and never waits for anything else, until it is let go. */
async function openMill() {
  const grinding = createMoment();
  const queued = createMoment();
  const cancelled = createMoment();
  const state = { released: false, ground: false };
  const grind = defineTool({
    name: "grind",
    title: "Grind",
    description: "Writes for as long as it takes.",
    effect: "write",
    input: z.object({}),
    output: z.object({}),
    async run(_input, scope: Scope) {
      grinding.come();
      while (!state.released) await scope.sql.all(query`select 1 as one`);
      await scope.record({ kind: "mill.ground", payload: {} });
      state.ground = true;
      return {};
    },
  });
  const add = defineTool({
    name: "add",
    title: "Add",
    description: "Records one entry.",
    effect: "write",
    input: z.object({}),
    output: z.object({}),
    // It is prepared before it waits in line.
    prepare: async () => queued.come(),
    async run(_input, scope: Scope) {
      await scope.record({ kind: "mill.added", payload: {} });
      return {};
    },
  });
  const mill = defineTestWorld<Scope>({
    name: "mill",
    servers: [defineServer<Scope>({ name: "mill", title: "Mill", instructions: "A mill.", tools: [grind, add] })],
    open: (scope) => scope,
  });
  const metrics = {
    ...(await createMetrics()),
    called: (_server: string, tool: string, outcome: string) => {
      if (tool === "add" && outcome === "refused") cancelled.come();
    },
  };
  const kernel = await openTestKernel({
    worlds: [mill],
    env: createRealEnv(),
    metrics,
  });
  return { kernel, metrics, state, grinding, queued, cancelled };
}

type Mill = Awaited<ReturnType<typeof openMill>>;

/** The write was cancelled in the queue: its end came while the long one still ran, and it left nothing. */
async function expectNeverBegun({ kernel, state, cancelled }: Mill): Promise<void> {
  await cancelled.came;
  expect(state).toEqual({ released: false, ground: false });
  state.released = true;
  // In line behind both: when it is there, whatever was begun before it is there too.
  await kernel.callTool("add", {});
  expect((await kernel.verify()).entries).toBe(2);
}

async function serveMill(mill: Mill) {
  const http = await startHttpServer({
    kernel: mill.kernel,
    servers: ["mill"],
    page: false,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    mcp: { metrics: mill.metrics, legacySse: false, verbose: false },
  });
  onTestFinished(() => http.close());
  const post = (message: object, headers: Record<string, string>) => {
    const asked = request(`${http.url}/mill/mcp`, {
      method: "POST",
      headers: { ...HEADERS, ...headers },
      agent: false,
    });
    asked.on("error", () => {});
    asked.end(JSON.stringify({ jsonrpc: "2.0", ...message }));
    return asked;
  };
  return { url: http.url, post };
}

test("over HTTP, a write whose client hangs up while it waits behind a long one is never begun", async () => {
  const mill = await openMill();
  const { url, post } = await serveMill(mill);
  const call = (name: string) =>
    post(
      { id: name, method: "tools/call", params: { name, arguments: {}, _meta: META } },
      { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
    );
  call("grind");
  await mill.grinding.came;

  const adding = call("add");
  await mill.queued.came;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  adding.destroy();

  await expectNeverBegun(mill);
});

test("in a session, a write that is cancelled while it waits behind a long one is never begun", async () => {
  const mill = await openMill();
  const { post } = await serveMill(mill);
  const opened = post({ id: 0, method: "initialize", params: INITIALIZE }, {});
  const [response] = await once(opened, "response");
  await text(response);
  const session = { "mcp-session-id": String(response.headers["mcp-session-id"]) };
  post({ id: 1, method: "tools/call", params: { name: "grind", arguments: {} } }, session);
  await mill.grinding.came;

  post({ id: 2, method: "tools/call", params: { name: "add", arguments: {} } }, session);
  await mill.queued.came;
  post({ method: "notifications/cancelled", params: { requestId: 2 } }, session);

  await expectNeverBegun(mill);
});

test("over stdio, a write that is cancelled while it waits behind a long one is never begun", async () => {
  const mill = await openMill();
  const stdin = new PassThrough();
  const stdout = new PassThrough().resume();
  serveStdio(mill.kernel.parts, await mill.kernel.server("mill"), { stdin, stdout });
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: 0, method: "initialize", params: INITIALIZE });
  send({ method: "notifications/initialized" });
  send({ id: 1, method: "tools/call", params: { name: "grind", arguments: {} } });
  await mill.grinding.came;

  send({ id: 2, method: "tools/call", params: { name: "add", arguments: {} } });
  await mill.queued.came;
  send({ method: "notifications/cancelled", params: { requestId: 2 } });

  await expectNeverBegun(mill);
});
