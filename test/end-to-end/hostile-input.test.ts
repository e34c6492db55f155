import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { ENGINES, freshDatabaseUrl } from "../kit/kernel.ts";
import { type Message, runCli, startStdio } from "../kit/processes.ts";
import { HOSTILE, type Refusal } from "./hostile-messages.ts";
import { openHttp } from "./open-http.ts";
import { MCP_HEADERS, send } from "./raw-http.ts";

const SIMPLE = "This is a simple text response for testing.";
const MIB = 1024 * 1024;

async function stateRoot(place: readonly string[]): Promise<string> {
  const { stdout } = await runCli(["replay", ...place]);
  return /state root: ([0-9a-f]{64})/.exec(stdout)?.[1] ?? stdout;
}

/** An answer in the shape the table tells it. */
function refusalIn({ id, error, result }: Message, expected: Refusal): Refusal {
  const { code, message } = error ?? result?.structuredContent?.error ?? {};
  const named = expected.names !== undefined && String(message).includes(expected.names);
  return { id: id ?? null, code, ...(named && { names: expected.names }) };
}

const REFUSALS = Object.fromEntries(Object.entries(HOSTILE).map(([name, { refusal }]) => [name, refusal]));

describe.each(ENGINES)("on %s", (engine) => {
  async function databaseFlags(): Promise<string[]> {
    const database = await freshDatabaseUrl(engine);
    return database === undefined ? [] : ["--database", database];
  }

  test("over stdio each hostile message is refused, the next call is answered, and the state is as before", async () => {
    const place = ["--data", temporaryFolder(), ...(await databaseFlags())];
    const peer = startStdio("conformance", place);
    await peer.initialize();
    await peer.callTool("test_write", { text: "known" });
    const before = await stateRoot(place);
    const refusals: Record<string, Refusal> = {};

    for (const [name, { message, refusal }] of Object.entries(HOSTILE)) {
      const seen = peer.messages.length;
      peer.write(message);
      peer.write("\n");
      const answer = await peer.next((next) => peer.messages.indexOf(next) >= seen);
      refusals[name] = refusalIn(answer, refusal);
      const after = await peer.callTool("test_simple_text", {});
      expect(after.result?.content[0].text, name).toBe(SIMPLE);
    }

    expect(refusals).toEqual(REFUSALS);
    expect(await stateRoot(place)).toBe(before);
  });

  test("over HTTP each hostile message is refused, the next call is answered, and the state is as before", async () => {
    const flags = await databaseFlags();
    const { peer, data } = await openHttp(...flags);
    const place = ["--data", data, ...flags];
    await peer.callTool("test_write", { text: "known" });
    const before = await stateRoot(place);
    const refusals: Record<string, Refusal> = {};

    for (const [name, { message, refusal }] of Object.entries(HOSTILE)) {
      const answer = await send(peer.endpoint, { headers: { ...MCP_HEADERS, ...peer.session }, body: message });
      const refused = answer.messages.map((answered) => refusalIn(answered, refusal))[0];
      // A refusal with a status of its own needs no id: the exchange says what it belongs to.
      if (refused !== undefined) refusals[name] = answer.status === 400 ? { ...refused, id: refusal.id } : refused;
      const after = await peer.callTool("test_simple_text", {});
      expect(after.result?.content[0].text, name).toBe(SIMPLE);
    }

    expect(refusals).toEqual(REFUSALS);
    expect(await stateRoot(place)).toBe(before);
  });
});

test("a line over 4 MiB is refused without an id, and the connection lives on", async () => {
  const peer = startStdio("conformance", ["--data", temporaryFolder()]);
  await peer.initialize();

  peer.send({
    id: "fat",
    method: "tools/call",
    params: { name: "test_write", arguments: { text: "x".repeat(5 * MIB) } },
  });
  const answer = await peer.next(({ id }) => id === null);
  const after = await peer.callTool("test_simple_text", {});

  expect(answer).toEqual({
    jsonrpc: "2.0",
    id: null,
    error: { code: -32600, message: "The message is too large", data: { limit_bytes: 4 * MIB } },
  });
  expect(after.result.content[0].text).toBe(SIMPLE);
});

test("over stdio two calls of one id are both answered, and an id of 100 000 letters comes back whole", async () => {
  const peer = startStdio("conformance", ["--data", temporaryFolder()]);
  await peer.initialize();
  const long = "i".repeat(100_000);

  for (const id of ["twin", "twin", long]) {
    peer.send({ id, method: "tools/call", params: { name: "test_tool_with_progress", arguments: {} } });
  }

  expect(await peer.end()).toBe(0);
  const answered = peer.messages.filter(({ result }) => result?.content !== undefined).map(({ id }) => id);
  expect(answered).toEqual(["twin", "twin", long]);
});

test("over HTTP two calls of one id both come to an end", async () => {
  const { peer } = await openHttp();
  const twin = { id: "twin", method: "tools/call", params: { name: "test_tool_with_progress", arguments: {} } };

  const answers = await Promise.all([peer.post(twin), peer.post(twin)]);
  const after = await peer.callTool("test_simple_text", {});

  expect(answers).toHaveLength(2);
  expect(after.result.content[0].text).toBe(SIMPLE);
});
