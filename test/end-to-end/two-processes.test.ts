import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES, type Engine, freshDatabaseUrl } from "../kit/kernel.ts";
import { startServe } from "../kit/processes.ts";
import { HttpPeer, MCP_HEADERS } from "./raw-http.ts";

const WATCHED = "test://watched-resource";
const MODERN = "2026-07-28";
const WRITES_MAX = 20;

/** Two server processes on one database and one data folder, as they stand behind a proxy that sends requests to either. */
async function startTwo(engine: Engine) {
  const data = temporaryFolder();
  const database = await freshDatabaseUrl(engine);
  const config = join(data, "config.json");
  writeFileSync(config, JSON.stringify({ limits: { tool_calls_per_minute: { test_write: WRITES_MAX } } }));
  const args = ["--config", config, "--servers", "conformance", "--data", data];
  const place = database === undefined ? [] : ["--database", database];
  // The first makes the tables.
  const first = await startServe([...args, ...place]);
  const second = await startServe([...args, ...place]);
  return [first, second].map(({ url }) => `${url}/conformance/mcp`) as [string, string];
}

/** A client whose requests go to one place after the other. */
async function connectInTurn(urls: readonly string[], pin?: string) {
  let turn = 0;
  const client = new Client(
    { name: "wanderer", version: "1" },
    pin === undefined ? {} : { versionNegotiation: { mode: { pin } } },
  );
  const used = new Set<string>();
  const line = new StreamableHTTPClientTransport(new URL(urls[0] ?? ""), {
    fetch: (_, init) => {
      const url = urls[turn++ % urls.length] ?? "";
      used.add(url);
      return fetch(url, init);
    },
  });
  await client.connect(line);
  onTestFinished(() => client.close());
  return { client, used };
}

test.each(ENGINES)("a client whose next request reaches another process is answered as by one (%s)", async (engine) => {
  const urls = await startTwo(engine);

  for (const pin of [undefined, MODERN]) {
    const { client, used } = await connectInTurn(urls, pin);
    for (const text of ["one", "two", "three", "four"]) {
      const { isError } = await client.callTool({ name: "test_write", arguments: { text } });
      expect(isError ?? false).toBe(false);
    }
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    expect(used.size).toBe(2);
  }

  // News of what one process wrote reach who listens at the other, in both eras.
  const [here, there] = urls;
  const heard: string[][] = [[], []];
  for (const [at, pin] of [undefined, MODERN].entries()) {
    const { client } = await connectInTurn([here], pin);
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard[at]?.push(params.uri));
    if (pin === undefined) await client.subscribeResource({ uri: WATCHED });
    else await client.listen({ resourceSubscriptions: [WATCHED] });
  }
  const writer = await connectInTurn([there]);
  await writer.client.callTool({ name: "test_write", arguments: { text: "news" } });
  await expect.poll(() => heard).toEqual([[WATCHED], [WATCHED]]);
});

test("a session that was ended, made up or altered is nobody's at either process", async () => {
  const urls = await startTwo("sqlite");
  const first = new HttpPeer(urls[0]);
  await first.initialize();
  const id = first.session["mcp-session-id"] ?? "";
  const statusAt = async (url: string, session: string) =>
    (
      await fetch(url, {
        method: "POST",
        headers: { ...MCP_HEADERS, "mcp-session-id": session },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      })
    ).status;
  expect(await statusAt(urls[1], id)).toBe(200);
  const [text = "", signature = ""] = id.split(".");
  const altered = Buffer.from(Buffer.from(text, "base64url").toString().replace("raw", "war")).toString("base64url");
  for (const made of [`${altered}.${signature}`, `${text}.`, text, `${text}.${"A".repeat(43)}`, "made-up"])
    expect(await statusAt(urls[1], made)).toBe(404);
  await fetch(urls[1], { method: "DELETE", headers: { "mcp-session-id": id } });
  expect(await statusAt(urls[1], id)).toBe(404);
});

test.each(ENGINES)("what two processes allow together is what one allows (%s)", async (engine) => {
  const urls = await startTwo(engine);
  const { client } = await connectInTurn(urls);
  const outcomes: boolean[] = [];
  for (let n = 0; n < WRITES_MAX + 6; n++) {
    const { isError } = await client.callTool({ name: "test_write", arguments: { text: `text ${n}` } });
    outcomes.push(isError !== true);
  }
  const taken = outcomes.filter((was) => was).length;
  expect(taken).toBeLessThanOrEqual(WRITES_MAX);
  expect(taken).toBeGreaterThan(0);
});
