import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { LOCAL_USER } from "../../src/kernel/identity/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { openTestKernel } from "../kit/kernel.ts";
import { CLEAN_ENVIRONMENT, DOOR, noteWaits, startServe, startStdio } from "../kit/processes.ts";

const WATCHED = "test://watched-resource";
const QUIET = "test://static-text";
const MODERN = "2026-07-28";

type Line = StdioClientTransport | StreamableHTTPClientTransport;

/** A client that keeps what it hears. */
async function listen(line: Line, pin?: string) {
  const client = new Client(
    { name: "listener", version: "1" },
    pin === undefined ? {} : { versionNegotiation: { mode: { pin } } },
  );
  onTestFinished(() => client.close());
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  await client.connect(line);
  return { client, heard };
}

const overStdio = (data: string) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [DOOR, "mcp", "conformance", "--data", data],
    env: CLEAN_ENVIRONMENT,
    stderr: "ignore",
  });
const overHttp = (url: string) => new StreamableHTTPClientTransport(new URL(`${url}/conformance/mcp`));

async function startWriter(data: string) {
  const writer = startStdio("conformance", ["--data", data]);
  await writer.initialize();
  return (text: string) => writer.callTool("test_write", { text });
}

test("a write of one process reaches the subscribers of every other, and nobody else", async () => {
  const data = temporaryFolder();
  const { url } = await startServe(["--servers", "conformance", "--data", data]);
  const write = await startWriter(data);
  const [stdio, http, elsewhere, silentStdio, silentHttp, modernStdio, modernHttp, modernElsewhere] = await Promise.all(
    [
      listen(overStdio(data)),
      listen(overHttp(url)),
      listen(overHttp(url)),
      listen(overStdio(data)),
      listen(overHttp(url)),
      listen(overStdio(data), MODERN),
      listen(overHttp(url), MODERN),
      listen(overHttp(url), MODERN),
    ],
  );
  await stdio.client.subscribeResource({ uri: WATCHED });
  await http.client.subscribeResource({ uri: WATCHED });
  await elsewhere.client.subscribeResource({ uri: QUIET });
  await modernStdio.client.listen({ resourceSubscriptions: [WATCHED] });
  await modernHttp.client.listen({ resourceSubscriptions: [WATCHED] });
  await modernElsewhere.client.listen({ resourceSubscriptions: [QUIET] });

  await write("news");

  const subscribers = [stdio, http, modernStdio, modernHttp];
  await expect.poll(() => subscribers.map(({ heard }) => heard)).toEqual(Array(4).fill([WATCHED]));
  const others = [elsewhere, silentStdio, silentHttp, modernElsewhere];
  expect(others.map(({ heard }) => heard)).toEqual([[], [], [], []]);
});

test("two who subscribe at the same moment both hear", async () => {
  const kernel = await openTestKernel();
  const heard: number[][] = [[], []];
  await Promise.all(heard.map((seqs) => kernel.parts.watcher.subscribe(LOCAL_USER, ({ seq }) => void seqs.push(seq))));

  await kernel.callTool("test_write", { text: "news" });

  await expect.poll(() => heard).toEqual([[1], [1]]);
});

test("who has unsubscribed hears no more", async () => {
  const data = temporaryFolder();
  const { url } = await startServe(["--servers", "conformance", "--data", data]);
  const write = await startWriter(data);
  const [left, stays, modernLeft] = await Promise.all([
    listen(overHttp(url)),
    listen(overHttp(url)),
    listen(overHttp(url), MODERN),
  ]);
  await left.client.subscribeResource({ uri: WATCHED });
  await stays.client.subscribeResource({ uri: WATCHED });
  const subscription = await modernLeft.client.listen({ resourceSubscriptions: [WATCHED] });

  await left.client.unsubscribeResource({ uri: WATCHED });
  await subscription.close();
  await write("news");

  await expect.poll(() => stays.heard).toEqual([WATCHED]);
  expect([left.heard, modernLeft.heard]).toEqual([[], []]);
});

test("a write of the same process is told too, and a refused one is not", async () => {
  const data = temporaryFolder();
  const { client, heard } = await listen(overStdio(data));
  await client.subscribeResource({ uri: WATCHED });

  await client.callTool({ name: "test_write", arguments: { text: 7 } });
  await client.callTool({ name: "test_write", arguments: { text: "rehearsed", dry_run: true } });
  await client.callTool({ name: "test_write", arguments: { text: "kept" } });

  await expect.poll(() => heard).toEqual([WATCHED]);
  const { contents } = await client.readResource({ uri: WATCHED });
  expect(contents).toEqual([{ uri: WATCHED, mimeType: "text/plain", text: "Notes: 1" }]);
});

test("an open subscription does not hold up a process whose client has gone", async () => {
  const waits = noteWaits();
  const peer = startStdio("conformance", ["--data", temporaryFolder()], waits.env);
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  };
  await peer.request("server/discover", { _meta });
  peer.send({
    id: "listen",
    method: "subscriptions/listen",
    params: { _meta, notifications: { resourceSubscriptions: [WATCHED] } },
  });
  await peer.next(({ method }) => method === "notifications/subscriptions/acknowledged");

  expect(await peer.end()).toBe(0);
  expect(waits.endedAtOnce()).toBe(true);
});
