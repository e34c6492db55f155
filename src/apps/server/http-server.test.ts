import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { openTestKernel } from "../../../test/kit/kernel.ts";
import { shelf } from "../../../test/kit/shelf-world.ts";
import { createMetrics } from "../../kernel/serve.ts";
import { type HttpServerOptions, startHttpServer } from "./http-server.ts";

/** The page alone, as `mcp SERVER --dashboard` serves it. */
async function startPage(options: Partial<HttpServerOptions> = {}) {
  return (await startPageWithLog(options)).url;
}

async function startPageWithLog(options: Partial<HttpServerOptions>) {
  const kernel = await openTestKernel({ worlds: [shelf] });
  const server = await startHttpServer({
    kernel,
    servers: ["shelf"],
    page: true,
    mcpUrl: null,
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    ...options,
  });
  onTestFinished(() => server.close());
  return { url: server.url, log: kernel.log };
}

/** A port that is held, as is the one after it, by us or by somebody else. */
async function holdTwoPorts(): Promise<number> {
  const first = createServer().listen(0, "127.0.0.1");
  await once(first, "listening");
  const { port } = first.address() as { port: number };
  const second = createServer().listen(port + 1, "127.0.0.1");
  await once(second, "listening").catch(() => {});
  onTestFinished(() => {
    first.close();
    second.close();
  });
  return port;
}

async function fetchAs(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  const [response] = (await once(get(url, { headers, agent: false }), "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

test("a page alone has its tools and says where clients reach them, but no endpoint and no metrics", async () => {
  const url = await startPage();

  expect(await (await fetch(`${url}/tools.json`)).json()).toMatchObject({
    servers: [
      {
        name: "shelf",
        title: "Shelf",
        about: expect.stringMatching(/^[^.\n]+\.$/),
        tools: [{ name: "keep_file", effect: "write" }, {}, {}],
      },
    ],
    mcpUrl: null,
  });
  const status = async (path: string, method = "GET") => (await fetch(url + path, { method })).status;
  expect(await Promise.all([status("/shelf/mcp", "POST"), status("/metrics"), status("/healthz")])).toEqual([
    404, 404, 200,
  ]);
  expect(await status("/api/instructions.json"), "what it shows is for whoever has the link").toBe(401);
});

test.each([
  [{ host: "evil.example" }, 403],
  [{ host: "127.0.0.1", origin: "http://evil.example" }, 403],
  [{ host: "localhost" }, 200],
])("asked with %j it answers %d", async (headers, status) => {
  const url = await startPage();

  expect(await fetchAs(`${url}/tools.json`, headers)).toMatchObject({ status });
});

test("the next free port is taken where the first ones are held", async () => {
  const first = await holdTwoPorts();

  const { port } = new URL(await startPage({ port: first, tries: 10 }));

  expect(Number(port)).toBeGreaterThan(first + 1);
  expect(Number(port)).toBeLessThanOrEqual(first + 10);
});

test("after the last try the reason is told", async () => {
  const first = await holdTwoPorts();

  await expect(startPage({ port: first, tries: 1 })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await expect(startPage({ port: first })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("without a page there is nothing at the root", async () => {
  const url = await startPage({ page: false });

  expect([(await fetch(`${url}/`)).status, (await fetch(`${url}/tools.json`)).status]).toEqual([404, 200]);
});

test("a fault of ours answers with an id, under which the log has the cause", async () => {
  const metrics = {
    ...(await createMetrics()),
    text: () => Promise.reject(new Error("secret of the machine")),
  };
  const { url, log } = await startPageWithLog({ mcp: { metrics, legacySse: false, verbose: false } });

  const answer = await fetch(`${url}/metrics`);

  const body = (await answer.json()) as { error: { data: { trace_id: string } } };
  expect([answer.status, body]).toEqual([
    500,
    {
      jsonrpc: "2.0",
      id: null,
      error: {
        code: -32603,
        message: "Something went wrong inside Bailiwick",
        data: { trace_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    },
  ]);
  expect(log.lines).toEqual([
    {
      level: "error",
      message: "a request failed by a fault of ours",
      fields: { trace_id: body.error.data.trace_id, cause: expect.stringContaining("secret of the machine") },
    },
  ]);
});
