import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "mcp-v1/client/index.js";
import { StdioClientTransport as StdioV1 } from "mcp-v1/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "mcp-v1/client/streamableHttp.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { CLEAN_ENVIRONMENT, DOOR, startStdio } from "../kit/processes.ts";
import { MCP_HEADERS, send } from "./raw-http.ts";

type Fields = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
type Value = any;

/** A client of any make, told in the contract's method names what to ask. */
interface Syncer {
  ask(method: string, params?: Fields): Promise<Value>;
  /** Params of server/ready; never resolves for a client that is not told. */
  readonly ready: Promise<Value>;
}

/** Where a client finds the server: the command it starts, or the address it connects to. */
type Place = { readonly data: string } | { readonly url: string };

const SETTINGS = { ...CLEAN_ENVIRONMENT, MCP_ENABLE_MUTATION: "1", INDEX_FEATURES: "usage" };
const INFO = { name: "syncer", version: "1" };
const FILES = ["build", "deploy", "review"];

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const core = { priority: 30, audience: "all", requirement: "recommended", categories: ["ops"] };

function makeData(): string {
  const data = temporaryFolder();
  mkdirSync(join(data, "instructions"));
  for (const id of FILES) {
    const entry = { ...core, id, title: `How to ${id}`, body: `How we ${id}.\n\nIn small steps.` };
    writeFileSync(join(data, "instructions", `${id}.json`), JSON.stringify(entry));
  }
  return data;
}

async function serve(data: string): Promise<string> {
  const child = spawn(process.execPath, [DOOR, "serve", "--port", "0", "--servers", "instructions", "--data", data], {
    env: SETTINGS,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  let output = "";
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const found = /serving on (http:\/\/\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(`${found}/instructions/mcp`);
    });
    child.once("close", () => reject(new Error(`serve ended: ${output}`)));
  });
}

const command = (data: string) => ({
  command: process.execPath,
  args: [DOOR, "mcp", "instructions", "--data", data],
  env: SETTINGS,
  stderr: "ignore" as const,
});

/** The tool that a method of the contract is, for clients that only know tools. */
function toolOf(method: string): string {
  return method.replace("/", "_").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Only the value, and only if the text block says the same. */
function structured(result: Fields): Value {
  const [block] = result.content as { text: string }[];
  expect(result.isError).not.toBe(true);
  expect(JSON.parse(block?.text ?? "")).toEqual(result.structuredContent);
  return result.structuredContent;
}

function listenForReady(client: { fallbackNotificationHandler?: unknown }): Promise<Value> {
  return new Promise((resolve) => {
    client.fallbackNotificationHandler = async ({ method, params }: { method: string; params?: Fields }) => {
      if (method === "server/ready") resolve(params);
    };
  });
}

async function connectV2(place: Place, pin?: string): Promise<Syncer> {
  const client = new Client(INFO, pin === undefined ? {} : { versionNegotiation: { mode: { pin } } });
  onTestFinished(() => client.close());
  const ready = listenForReady(client);
  await client.connect(
    "data" in place
      ? new StdioClientTransport(command(place.data))
      : new StreamableHTTPClientTransport(new URL(place.url)),
  );
  return {
    ready,
    ask: async (method, args = {}) => structured(await client.callTool({ name: toolOf(method), arguments: args })),
  };
}

async function connectV1(place: Place): Promise<Syncer> {
  const client = new ClientV1(INFO);
  onTestFinished(() => client.close());
  const ready = listenForReady(client);
  const line = "data" in place ? new StdioV1(command(place.data)) : new HttpV1(new URL(place.url));
  await client.connect(line as Parameters<ClientV1["connect"]>[0]);
  return {
    ready,
    ask: async (method, args = {}) => structured(await client.callTool({ name: toolOf(method), arguments: args })),
  };
}

/** Lines of JSON-RPC with the contract's methods and nothing else of MCP. */
async function connectPlainLines(place: Place): Promise<Syncer> {
  if (!("data" in place)) throw new Error("lines go over stdio");
  const peer = startStdio("instructions", ["--data", place.data], SETTINGS);
  const opened = await peer.request("initialize");
  expect(opened.result.serverInfo).toMatchObject({ name: expect.any(String), version: expect.any(String) });
  return {
    ready: peer.next(({ method }) => method === "server/ready").then(({ params }) => params),
    async ask(method, params) {
      const { result, error } = await peer.request(method, params);
      expect(error).toBeUndefined();
      return result;
    },
  };
}

/** The same over HTTP: one POST a method, no session. */
async function connectPlainPosts(place: Place): Promise<Syncer> {
  if (!("url" in place)) throw new Error("posts go over HTTP");
  let id = 0;
  return {
    ready: new Promise(() => {}),
    async ask(method, params) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: ++id, method, ...(params && { params }) });
      const { status, messages } = await send(place.url, { headers: MCP_HEADERS, body });
      expect([status, messages.length, messages[0]?.id, messages[0]?.error]).toEqual([200, 1, id, undefined]);
      return messages[0]?.result;
    },
  };
}

/** Section A: what a client does before its first real question. */
async function startUp({ ask, ready }: Syncer, toldReady: boolean) {
  const meta = await ask("meta/tools");
  const governance = await ask("instructions/governanceHash");
  const metrics = await ask("metrics/snapshot");
  const features = await ask("feature/status");
  const list = await ask("instructions/list");
  const diff = await ask("instructions/diff", { clientHash: list.hash });
  // The notice may come behind the first answer; who is not told has heard nothing by now.
  return {
    notice: await Promise.race([ready, ...(toldReady ? [] : [undefined])]),
    meta,
    governance,
    metrics,
    features,
    list,
    diff,
  };
}

/** What a client keeps: the hash of the whole, and the hash of each entry. */
class Mirror {
  readonly known = new Map<string, string>();

  reset(items: readonly { id: string; sourceHash: string }[]): void {
    this.known.clear();
    for (const { id, sourceHash } of items) this.known.set(id, sourceHash);
  }

  apply({ added, updated, removed }: Value): void {
    for (const { id, sourceHash } of [...added, ...updated]) this.known.set(id, sourceHash);
    for (const id of removed) this.known.delete(id);
  }

  list(): { id: string; sourceHash: string }[] {
    return [...this.known].map(([id, sourceHash]) => ({ id, sourceHash }));
  }

  hash(): string {
    const lines = [...this.known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, hash]) => `${id}:${hash}`);
    return sha256(lines.join("|"));
  }
}

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

/** Section B: follows changes by diff, and by a clean list where a diff cannot be trusted. */
async function sync({ ask }: Syncer) {
  const mirror = new Mirror();
  const start = await ask("instructions/list");
  const governance = async () => (await ask("instructions/governanceHash")).governanceHash;
  const governedAtFirst = await governance();
  mirror.reset(start.items);
  const follow = async () => {
    const diff = await ask("instructions/diff", { clientHash: mirror.hash(), known: mirror.list() });
    mirror.apply(diff);
    expect(mirror.hash()).toBe(diff.hash);
    return { added: idsOf(diff.added), updated: idsOf(diff.updated), removed: diff.removed };
  };

  const entry = { ...core, id: "rollback", title: "How to roll back", body: "Keep the last build.", categories: [] };
  const added = await ask("instructions/add", { entry });
  const afterAdd = await follow();
  const governedWithEntry = await governance();
  await ask("instructions/add", { entry: { ...entry, body: "Keep the last three builds." }, overwrite: true });
  const afterOverwrite = await follow();
  const governedAfterBody = await governance();
  // Without what it knows, a client can only be given everything.
  const legacy = await ask("instructions/diff", { clientHash: start.hash });

  // A client that believes to have what it has not: the diff leaves it with another hash, so it lists anew.
  const list = mirror.list().filter(({ id }) => id !== "build");
  const lied = await ask("instructions/diff", { clientHash: start.hash, known: mirror.list() });
  mirror.reset(list);
  mirror.apply({ added: [], updated: [], removed: [], ...lied });
  const mismatch = mirror.hash() !== lied.hash;
  mirror.reset((await ask("instructions/list")).items);
  const recovered = mirror.hash() === lied.hash;

  const removed = await ask("instructions/remove", { ids: ["rollback"] });
  const afterRemove = await follow();
  const upToDate = await ask("instructions/diff", { clientHash: mirror.hash(), known: mirror.list() });
  return {
    added,
    afterAdd,
    afterOverwrite,
    legacy: { keys: Object.keys(legacy).sort(), changed: idsOf(legacy.changed) },
    mismatch,
    recovered,
    removed,
    afterRemove,
    upToDate,
    back: mirror.hash() === start.hash,
    governance: {
      movedByAdd: governedWithEntry !== governedAtFirst,
      movedByBody: governedAfterBody !== governedWithEntry,
      back: (await governance()) === governedAtFirst,
    },
  };
}

const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
const MUTATIONS = ["add", "groom", "import", "reload", "remove", "repair"].map((name) => `instructions/${name}`);

function expectStarted(started: Awaited<ReturnType<typeof startUp>>, toldReady: boolean): void {
  const { notice, meta, governance, metrics, features, list, diff } = started;
  expect(notice).toEqual(toldReady ? { version: expect.stringMatching(/^\d+\.\d+\.\d+/) } : undefined);
  expect(meta.dynamic).toMatchObject({ mutationEnabled: true, disabled: [] });
  expect(meta.tools.length).toBe(23);
  const mutations = meta.tools.flatMap((tool: Fields) => (tool.mutation === true ? [tool.method] : []));
  expect(mutations.sort()).toEqual([...MUTATIONS, "usage/flush"]);
  for (const tool of meta.mcp.tools) {
    expect(tool).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      inputSchema: { type: "object" },
    });
  }
  expect(governance).toMatchObject({ count: FILES.length, governanceHash: hash });
  expect(sha256(governance.items.map((item: Fields) => JSON.stringify(item)).join("\n"))).toBe(
    governance.governanceHash,
  );
  expect(metrics.methods).toContainEqual({
    method: "instructions/governanceHash",
    count: expect.any(Number),
    avgMs: expect.any(Number),
    maxMs: expect.any(Number),
  });
  expect(features).toMatchObject({ features: ["usage"], env: ["usage"] });
  expect([list.count, idsOf(list.items)]).toEqual([FILES.length, FILES]);
  expect(diff).toEqual({ upToDate: true, hash: list.hash });
}

const SYNCED = {
  added: { id: "rollback", hash, skipped: false, created: true, overwritten: false },
  afterAdd: { added: ["rollback"], updated: [], removed: [] },
  afterOverwrite: { added: [], updated: ["rollback"], removed: [] },
  legacy: { keys: ["changed", "hash"], changed: ["build", "deploy", "review", "rollback"] },
  mismatch: true,
  recovered: true,
  removed: { removed: 1, removedIds: ["rollback"], missing: [], errorCount: 0, errors: [] },
  afterRemove: { added: [], updated: [], removed: ["rollback"] },
  upToDate: { upToDate: true, hash },
  back: true,
  governance: { movedByAdd: true, movedByBody: false, back: true },
};

/** Clients by name, and whether each is told that the server is ready. */
const STDIO = [
  ["the v2 client", connectV2, true],
  ["the v2 client of 2026-07-28", (place: Place) => connectV2(place, "2026-07-28"), false],
  ["the v1 client", connectV1, true],
  ["a plain client", connectPlainLines, true],
] as const;
const HTTP = [
  ["the v2 client", connectV2, true],
  ["the v2 client of 2026-07-28", (place: Place) => connectV2(place, "2026-07-28"), false],
  ["the v1 client", connectV1, true],
  ["a plain client", connectPlainPosts, false],
] as const;

describe("each client starts up and follows changes", () => {
  test.each(STDIO)("%s over stdio", async (_name, connect, toldReady) => {
    const client = await connect({ data: makeData() });

    expectStarted(await startUp(client, toldReady), toldReady);
    expect(await sync(client)).toEqual(SYNCED);
  });

  test("all of them one after another on the same server over HTTP", async () => {
    const place = { url: await serve(makeData()) };
    for (const [, connect, toldReady] of HTTP) {
      const client = await connect(place);

      expectStarted(await startUp(client, toldReady), toldReady);
      expect(await sync(client)).toEqual(SYNCED);
    }
  });
});
