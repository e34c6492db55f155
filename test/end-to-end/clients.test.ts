import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "mcp-v1/client/index.js";
import { StdioClientTransport as StdioV1 } from "mcp-v1/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "mcp-v1/client/streamableHttp.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { sha256 } from "../../src/kernel/index.ts";
import { conformance } from "../../src/worlds/conformance/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { CLEAN_ENVIRONMENT, DOOR, type Message, startServe, startStdio } from "../kit/processes.ts";
import { HttpPeer } from "./raw-http.ts";

type Transport = "stdio" | "HTTP";
type Fields = Readonly<Record<string, unknown>>;

/** What every client can do, whatever library it is made of. */
interface Tourist {
  readonly version: string | undefined;
  ask(method: string, params?: Fields): Promise<Fields>;
  call(name: string, args: Fields, onProgress?: (done: unknown) => void): Promise<Fields>;
}

const INFO = { name: "tourist", version: "1" };
const LEGACY_VERSIONS = ["2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const TOOL_NAMES = (await conformance.load()).servers.flatMap(({ tools }) => tools.map(({ name }) => name)).sort();
const stdio = () => ({
  command: process.execPath,
  args: [DOOR, "mcp", "conformance", "--data", temporaryFolder()],
  env: CLEAN_ENVIRONMENT,
  stderr: "ignore" as const,
});
const endpoint = async () =>
  new URL(`${(await startServe(["--servers", "conformance", "--data", temporaryFolder()])).url}/conformance/mcp`);

async function connectV2(transport: Transport, pin?: string): Promise<Tourist> {
  const client = new Client(INFO, pin === undefined ? {} : { versionNegotiation: { mode: { pin } } });
  onTestFinished(() => client.close());
  await client.connect(
    transport === "stdio" ? new StdioClientTransport(stdio()) : new StreamableHTTPClientTransport(await endpoint()),
  );
  const asks: Readonly<Record<string, (params: never) => Promise<Fields>>> = {
    "tools/list": () => client.listTools(),
    "resources/list": () => client.listResources(),
    "resources/templates/list": () => client.listResourceTemplates(),
    "prompts/list": () => client.listPrompts(),
    "completion/complete": (params) => client.complete(params),
  };
  return {
    version: client.getNegotiatedProtocolVersion(),
    ask: async (method, params) => (await asks[method]?.(params as never)) ?? {},
    call: (name, args, onprogress) => client.callTool({ name, arguments: args }, onprogress && { onprogress }),
  };
}

async function connectV1(transport: Transport): Promise<Tourist> {
  const client = new ClientV1(INFO);
  onTestFinished(() => client.close());
  const line = transport === "stdio" ? new StdioV1(stdio()) : new HttpV1(await endpoint());
  let version: string | undefined;
  // The v1 client tells only its transport what was agreed.
  const told = line instanceof HttpV1 ? line.setProtocolVersion.bind(line) : undefined;
  Object.assign(line, {
    setProtocolVersion(agreed: string) {
      version = agreed;
      told?.(agreed);
    },
  });
  await client.connect(line as Parameters<ClientV1["connect"]>[0]);
  const asks: Readonly<Record<string, (params: never) => Promise<Fields>>> = {
    "tools/list": () => client.listTools(),
    "resources/list": () => client.listResources(),
    "resources/templates/list": () => client.listResourceTemplates(),
    "prompts/list": () => client.listPrompts(),
    "completion/complete": (params) => client.complete(params),
  };
  return {
    version,
    ask: async (method, params) => (await asks[method]?.(params as never)) ?? {},
    call: (name, args, onprogress) =>
      client.callTool({ name, arguments: args }, undefined, onprogress && { onprogress }),
  };
}

async function connectRaw(transport: Transport, protocolVersion = "2024-11-05", url?: URL): Promise<Tourist> {
  const peer =
    transport === "stdio"
      ? startStdio("conformance", ["--data", temporaryFolder()])
      : new HttpPeer((url ?? (await endpoint())).href);
  const opened = await peer.initialize(protocolVersion);
  const ask = async (method: string, params?: Fields): Promise<Fields> => {
    const { result, error } = await peer.request(method, params);
    return result ?? { error };
  };
  return {
    version: opened.result?.protocolVersion,
    ask,
    async call(name, args, onProgress) {
      const _meta = onProgress && { progressToken: "p" };
      const result = await ask("tools/call", { name, arguments: args, ...(_meta && { _meta }) });
      const told = peer.messages.filter(({ method }) => method === "notifications/progress");
      for (const { params } of told as Message[]) onProgress?.({ progress: params?.progress, total: params?.total });
      return result;
    },
  };
}

const namesOf = (list: unknown, key = "name") => (list as Fields[]).map((entry) => entry[key]);

/** Structured content is only worth comparing if the text block says the same. */
function structured(result: Fields): unknown {
  const [block] = result.content as { text: string }[];
  expect(JSON.parse(block?.text ?? "")).toEqual(result.structuredContent);
  return result.structuredContent;
}

async function tour({ version, ask, call }: Tourist) {
  const tools = namesOf((await ask("tools/list")).tools);
  const written = structured(await call("test_write", { text: "guten Tag ✓" }));
  const read = structured(await call("test_read", { id: sha256("guten Tag ✓") }));
  const refused = await call("test_read", { id: "nobody" });
  const progress: unknown[] = [];
  await call("test_tool_with_progress", {}, (done) => progress.push(done));
  const { completion } = await ask("completion/complete", {
    ref: { type: "ref/prompt", name: "test_prompt_with_arguments" },
    argument: { name: "arg1", value: "testV" },
  });
  return {
    version,
    tools,
    written,
    read,
    refused: { isError: refused.isError, error: structured(refused) },
    progress,
    completion,
    resources: namesOf((await ask("resources/list")).resources, "uri"),
    templates: namesOf((await ask("resources/templates/list")).resourceTemplates, "uriTemplate"),
    prompts: namesOf((await ask("prompts/list")).prompts),
  };
}

const PROGRESS = [0, 50, 100].map((progress) => ({ progress, total: 100 }));

const SEEN_BY_ALL = {
  tools: TOOL_NAMES,
  written: { event_id: expect.any(String), seq: 1, id: sha256("guten Tag ✓") },
  read: { id: sha256("guten Tag ✓"), text: "guten Tag ✓", times: 1 },
  refused: {
    isError: true,
    error: {
      error: {
        code: "not_found",
        message: "There is no such note",
        hint: "Check the id, or search for it.",
        retry: false,
        details: { id: "nobody" },
      },
    },
  },
  // The SDK's clients drop a notification that arrives in one piece with the result, as the last one may.
  progress: expect.arrayContaining(PROGRESS.slice(0, 2)),
  completion: { values: ["testValue1", "testValue2"], total: 2, hasMore: false },
  resources: ["test://static-text", "test://static-binary", "test://watched-resource"],
  templates: ["test://template/{id}/data"],
  prompts: [
    "test_simple_prompt",
    "test_prompt_with_arguments",
    "test_prompt_with_embedded_resource",
    "test_prompt_with_image",
    "test_input_required_result_prompt",
  ],
};

describe.each<Transport>(["stdio", "HTTP"])("over %s", (transport) => {
  test("the v2 client of the older era sees and does everything", async () => {
    expect(await tour(await connectV2(transport))).toEqual({ ...SEEN_BY_ALL, version: "2025-11-25" });
  });

  test("the v2 client pinned to 2026-07-28 sees and does the same", async () => {
    expect(await tour(await connectV2(transport, "2026-07-28"))).toEqual({ ...SEEN_BY_ALL, version: "2026-07-28" });
  });

  test("the v1 client sees and does the same", async () => {
    expect(await tour(await connectV1(transport))).toEqual({ ...SEEN_BY_ALL, version: "2025-11-25" });
  });

  test("a client of 2024-11-05 sees and does the same", async () => {
    const seen = { ...SEEN_BY_ALL, progress: PROGRESS, version: "2024-11-05" };

    expect(await tour(await connectRaw(transport))).toEqual(seen);
  });

  test("every older version is agreed to as it was offered", async () => {
    const url = transport === "HTTP" ? await endpoint() : undefined;
    const clients = await Promise.all(LEGACY_VERSIONS.map((version) => connectRaw(transport, version, url)));

    expect(clients.map(({ version }) => version)).toEqual(LEGACY_VERSIONS);
  });
});
