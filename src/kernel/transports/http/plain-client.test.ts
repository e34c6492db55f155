import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openTestKernel } from "../../../../test/kit/kernel.ts";
import { shelf } from "../../../../test/kit/shelf-world.ts";
import { withServers } from "../../../../test/kit/worlds.ts";
import type { KernelError } from "../../errors.ts";
import { answerFailure, createBodies, httpCaller, mountHttp } from "./index.ts";

const plainShelf = withServers(shelf, (server) => ({
  ...server,
  ready: { method: "server/ready" },
  legacyMethods: true,
}));

const CALLER = httpCaller(undefined, "c", "127.0.0.1");

/** The shelf behind a real socket. */
async function serve(world = plainShelf) {
  const kernel = await openTestKernel({ worlds: [world] });
  const mount = mountHttp(
    { ...kernel.parts, verbose: true },
    await kernel.server("shelf"),
    createBodies(kernel.parts.env),
  );
  const server = createServer((request, response) => {
    mount.handle(request, response, CALLER).catch((error) => answerFailure(response, error as KernelError));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await mount.close();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const post = (message: object, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
  return { kernel, url, post };
}

const KEEP = { id: "k", method: "shelf/keep", params: { name: "a", text: "x" } };

test("a method is answered without a session and without MCP headers, as one JSON value", async () => {
  const { post } = await serve();

  const answer = await post(KEEP);

  expect({ status: answer.status, type: answer.headers.get("content-type"), body: await answer.json() }).toEqual({
    status: 200,
    type: "application/json",
    body: { jsonrpc: "2.0", id: "k", result: { name: "a", sha256: expect.any(String) } },
  });
});

test("a mistyped method of the server's own family is told so, with its id", async () => {
  const { post } = await serve();

  const answer = await post({ ...KEEP, method: "shelf/kep" });

  expect(await answer.json()).toMatchObject({ id: "k", error: { code: -32601, data: { method: "shelf/kep" } } });
});

test("a refused method is a JSON-RPC error and writes nothing", async () => {
  const { post, kernel } = await serve();
  const before = await kernel.stateRoot();

  const answer = await (await post({ id: 7, method: "shelf/keep", params: { text: 5 } })).json();

  expect(answer).toMatchObject({ jsonrpc: "2.0", id: 7, error: { code: -32602, data: { code: "invalid_arguments" } } });
  expect(await kernel.stateRoot()).toEqual(before);
});

test.each([
  ["a notification of the same name", plainShelf, { ...KEEP, id: undefined }],
  ["another method of the protocol", plainShelf, { id: 1, method: "tools/list" }],
  ["a server that does not serve plain clients", shelf, KEEP],
])("%s still needs a session", async (_case, world, message) => {
  const { post } = await serve(world);

  const answer = await post(message, { accept: "application/json, text/event-stream" });

  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: -32000 } }]);
});

test("initialize without parameters opens a session, whose first stream tells once that the server is ready", async () => {
  const { post, url } = await serve();
  const accept = { accept: "application/json, text/event-stream" };
  const opened = await post({ id: 1, method: "initialize" }, accept);
  const session = {
    "mcp-session-id": opened.headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": "2025-11-25",
  };

  expect(await opened.text()).toContain('"protocolVersion":"2025-11-25"');
  const stream = await fetch(url, { headers: { accept: "text/event-stream", ...session } });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  while (!heard.includes("server/ready")) heard += (await reader?.read())?.value ?? "";
  expect(heard).toContain('{"jsonrpc":"2.0","method":"server/ready","params":{"version":"0.0.0-test"}}');
  await reader?.cancel();

  const unknown = await post({ id: 2, method: "shelf/kepe" }, { ...accept, ...session });
  expect(await unknown.text()).toContain('"data":{"method":"shelf/kepe","hint":["shelf/keep"]}');
});
