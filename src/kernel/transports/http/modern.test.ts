import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { openTestKernel } from "../../../../test/kit/kernel.ts";
import type { KernelError } from "../../errors.ts";
import { answerFailure, createBodies, httpCaller, mountHttp } from "./index.ts";

const WATCHED = "test://watched-resource";
const MODERN = "2026-07-28";

/** The conformance server behind a real socket; a header says who is signed in. */
async function serve() {
  const kernel = await openTestKernel();
  const mount = mountHttp(
    { ...kernel.parts, verbose: true },
    await kernel.server("conformance"),
    createBodies(kernel.parts.env),
  );
  const server = createServer((request, response) => {
    const user = String(request.headers["x-user"]);
    const caller = httpCaller(user, user, request.socket.remoteAddress);
    mount.handle(request, response, caller).catch((error) => answerFailure(response, error as KernelError));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await mount.close();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

async function connect(url: URL, user: string) {
  const client = new Client({ name: user, version: "1" }, { versionNegotiation: { mode: { pin: MODERN } } });
  onTestFinished(() => client.close());
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { "x-user": user } } }));
  return { client, heard };
}

/** The least a client asks. */
async function discover(url: URL, user: string): Promise<number> {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: user, version: "1" },
  };
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": MODERN,
      "mcp-method": "server/discover",
      "x-user": user,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta } }),
  });
  await answer.text();
  return answer.status;
}

test("who listens goes on hearing, and who comes back is served, after more users than are kept ready", async () => {
  const url = await serve();
  const ada = await connect(url, "ada");
  const bob = await connect(url, "bob");
  await ada.client.listen({ resourceSubscriptions: [WATCHED] });
  await bob.client.callTool({ name: "test_write", arguments: { text: "before" } });

  const statuses = await Promise.all(Array.from({ length: 300 }, (_, n) => discover(url, `user ${n}`)));
  await ada.client.callTool({ name: "test_write", arguments: { text: "news" } });

  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect.poll(() => ada.heard).toEqual([WATCHED]);
  const { contents } = await bob.client.readResource({ uri: "test://static-text" });
  expect(contents).toMatchObject([{ uri: "test://static-text" }]);
  expect(bob.heard).toEqual([]);
});
