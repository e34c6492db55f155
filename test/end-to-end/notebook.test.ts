import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { CLEAN_ENVIRONMENT, DOOR, runCli, startServe, startStdio } from "../kit/processes.ts";

const TEXT = "The east bed dries out first.\n\nTomatoes want water at the root, never on the leaf.\n";

/** A data folder with one imported collection, and the file it came from. */
async function imported() {
  const notes = join(temporaryFolder(), "garden");
  mkdirSync(notes);
  writeFileSync(join(notes, "beds.md"), TEXT);
  const data = join(temporaryFolder(), "data");
  const { code, stdout } = await runCli(["import", "notebook", notes, "--data", data]);
  expect([code, stdout]).toEqual([0, "collection garden: 1 notebook\n"]);
  return { data, file: join(data, "notebooks", "garden", "notebooks", "beds.md") };
}

type Connect = (data: string) => Promise<StdioClientTransport | StreamableHTTPClientTransport>;

const stdio: Connect = async (data) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [DOOR, "mcp", "notebook", "--data", data],
    env: CLEAN_ENVIRONMENT,
    stderr: "ignore",
  });
const http: Connect = async (data) =>
  new StreamableHTTPClientTransport(new URL(`${(await startServe(["--data", data])).url}/notebook/mcp`));

test.each([
  ["stdio, 2025", stdio, undefined],
  ["stdio, 2026", stdio, "2026-07-28"],
  ["HTTP, 2025", http, undefined],
  ["HTTP, 2026", http, "2026-07-28"],
] as const)(
  "a client on %s imports, enters, finds, quotes and sees a change of the file",
  async (_name, connect, pin) => {
    const { data, file } = await imported();
    const client = new Client(
      { name: "reader", version: "1" },
      pin === undefined ? {} : { versionNegotiation: { mode: { pin } } },
    );
    onTestFinished(() => client.close());
    await client.connect(await connect(data));
    let handle: string | undefined;
    // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes are looked into.
    const call = async (name: string, args: Record<string, unknown> = {}): Promise<any> => {
      const result = await client.callTool({ name, arguments: { ...args, ...(handle && { context_handle: handle }) } });
      return result.structuredContent;
    };

    expect((await client.listTools()).tools.length).toBe(11);
    expect(await call("semantic_search", { query: "water" })).toMatchObject({
      error: { type: "no_collection_context" },
    });
    handle = (await call("enter_collection", { collection_id: "garden" })).context_handle;
    expect(handle === undefined).toBe(!(connect === http && pin !== undefined));

    const found = await call("semantic_search", { query: "how to water tomatoes" });
    const { reference_id } = found.results[0];
    const quoted = await call("fetch_passage", { source_id: reference_id });
    expect(TEXT).toContain(quoted.passage.exact_text);
    expect(quoted.integrity.verified).toBe(true);

    writeFileSync(file, readFileSync(file, "utf8").replace("Tomatoes", "Peppers"));
    const after = await call("fetch_passage", { source_id: reference_id });
    expect(after).toMatchObject({ passage: { exact_text: quoted.passage.exact_text }, integrity: { verified: false } });
  },
);

test("a handle of one user's connection is worth nothing when it is made up", async () => {
  const { data } = await imported();
  const client = new Client({ name: "reader", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  onTestFinished(() => client.close());
  await client.connect(await http(data));
  const { structuredContent } = await client.callTool({
    name: "semantic_search",
    arguments: { query: "water", context_handle: "guess" },
  });
  expect(structuredContent).toMatchObject({ error: { type: "no_collection_context" } });
});

test("a server that only reads says it has tools, and lists nothing to whoever asks for more", async () => {
  const peer = startStdio("notebook", ["--data", temporaryFolder()]);
  const { capabilities } = (await peer.initialize()).result as { capabilities: object };
  expect(Object.keys(capabilities).sort()).toEqual(["logging", "tools"]);
  expect((await peer.request("prompts/list")).result).toEqual({ prompts: [] });
  expect((await peer.request("resources/list")).result).toEqual({ resources: [] });
  expect((await peer.request("resources/templates/list")).result).toEqual({ resourceTemplates: [] });
  expect((await peer.request("resources/read", { uri: "a://b" })).error).toMatchObject({ code: -32601 });
});
