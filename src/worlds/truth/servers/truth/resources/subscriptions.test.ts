import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { openTestTruth, type TestTruth } from "../../../../../../test/kit/truth.ts";
import type { KernelError } from "../../../../../kernel/errors.ts";
import { answerFailure, createBodies, httpCaller, mountHttp } from "../../../../../kernel/transports/http/index.ts";
import { serveStdio } from "../../../../../kernel/transports/stdio/index.ts";

const CALLER = httpCaller(undefined, "c", "127.0.0.1");

/** The truth server behind a real socket. */
async function serve(truth: TestTruth): Promise<URL> {
  const mount = mountHttp(truth.parts, await truth.server("truth"), createBodies(truth.parts.env));
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
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** A client that keeps what it hears. */
async function connect(url: URL, pin?: string) {
  const client = new Client(
    { name: "listener", version: "1" },
    pin === undefined ? {} : { versionNegotiation: { mode: { pin } } },
  );
  onTestFinished(() => client.close());
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler("notifications/resources/list_changed", () => void heard.push("list"));
  await client.connect(new StreamableHTTPClientTransport(url));
  return { client, heard };
}

const MODERN = "2026-07-28";
const CLAIM = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
};
const TASK = { entity_type: "task", title: "Pay", status: "open", due_date: "2024-03-01" };
const WATCHED = ["neotoma://entities?limit=5", "neotoma://timeline/2024-03"];

test("a subscriber hears of pages and months, and whoever has the list hears when it grows", async () => {
  const truth = await openTestTruth();
  await truth.put(TASK);
  const url = await serve(truth);
  const [subscriber, reader, stranger] = [await connect(url), await connect(url), await connect(url)];
  for (const uri of WATCHED) await subscriber.client.subscribeResource({ uri });
  await reader.client.listResources();

  await truth.put({ ...TASK, due_date: "2024-04-01" });
  await expect.poll(() => subscriber.heard.toSorted()).toEqual(["list", ...WATCHED]);
  await expect.poll(() => reader.heard).toEqual(["list"]);

  for (const uri of WATCHED) await subscriber.client.unsubscribeResource({ uri });
  await truth.put({ ...TASK, due_date: "2024-05-01" });
  await expect.poll(() => reader.heard).toEqual(["list", "list"]);
  expect(subscriber.heard.filter((uri) => uri !== "list")).toHaveLength(WATCHED.length);
  expect(stranger.heard).toEqual([]);
});

test("whoever has the list hears when a month leaves it for another that is on it, and when it is back", async () => {
  const truth = await openTestTruth();
  const invoice = (invoice_number: string, invoice_date: string) =>
    truth.put({ entity_type: "invoice", invoice_number, vendor_name: "Acme", invoice_date });
  await invoice("7", "2024-03-05");
  await invoice("8", "2024-04-01");
  const { client, heard } = await connect(await serve(truth));
  await client.listResources();

  await invoice("7", "2024-04-09");
  await expect.poll(() => heard).toEqual(["list"]);
  await invoice("9", "2024-03-02");
  await expect.poll(() => heard).toEqual(["list", "list"]);
});

test("a client of the modern era hears the same", async () => {
  const truth = await openTestTruth();
  await truth.put(TASK);
  const url = await serve(truth);
  const [listener, twice, other] = [await connect(url, MODERN), await connect(url, MODERN), await connect(url, MODERN)];
  await listener.client.listen({ resourceSubscriptions: WATCHED, resourcesListChanged: true });
  await twice.client.listen({ resourceSubscriptions: WATCHED.slice(1) });
  const left = await other.client.listen({ resourceSubscriptions: WATCHED });
  await other.client.listResources();
  await left.close();

  await truth.put({ ...TASK, due_date: "2024-04-01" });
  await expect.poll(() => listener.heard.toSorted()).toEqual(["list", ...WATCHED]);
  await expect.poll(() => twice.heard).toEqual(WATCHED.slice(1));
  expect(other.heard).toEqual([]);
});

test("so does one on pipes", async () => {
  const truth = await openTestTruth();
  await truth.put(TASK);
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const heard: string[] = [];
  stdout.on("data", (chunk: Buffer) => {
    for (const line of chunk
      .toString()
      .split("\n")
      .filter((text) => text !== "")) {
      const { method, params } = JSON.parse(line);
      if (method !== undefined) heard.push(params.uri ?? method);
    }
  });
  const { finish } = serveStdio(truth.parts, await truth.server("truth"), { stdin, stdout });
  onTestFinished(() => finish());
  const send = (id: number, method: string, params: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params: { _meta: CLAIM, ...params } })}\n`);
  send(1, "server/discover", {});
  send(2, "subscriptions/listen", { notifications: { resourceSubscriptions: WATCHED, resourcesListChanged: true } });
  send(3, "subscriptions/listen", { notifications: { toolsListChanged: true } });
  await expect.poll(() => heard.length).toBe(2);

  await truth.put({ ...TASK, due_date: "2024-04-01" });
  await expect.poll(() => heard.slice(2).toSorted()).toEqual([...WATCHED, "notifications/resources/list_changed"]);
});

test("what cannot be read cannot be subscribed to, with the same error", async () => {
  const truth = await openTestTruth();
  const { client } = await connect(await serve(truth));
  for (const uri of ["neotoma://garbage", "neotoma://entity/ent_000000000000000000000000", "file:///etc/passwd"]) {
    const unread = await client.readResource({ uri }).catch((error: unknown) => error);
    expect(unread).toBeInstanceOf(Error);
    await expect(client.subscribeResource({ uri })).rejects.toEqual(unread);
  }
});
