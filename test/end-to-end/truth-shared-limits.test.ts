import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { startServe, startStdio } from "../kit/processes.ts";
import type { Answer } from "../kit/truth.ts";

// Each process counted for itself: two clients on one folder had twice what one user may have.

type Call = (tool: string, args: Record<string, unknown>) => Promise<Answer>;

/** Three ways into one folder, each a process of its own: two clients over pipes and one over HTTP. */
async function threeProcesses(config: object, env: Record<string, string> = {}): Promise<Call[]> {
  const folder = temporaryFolder();
  const file = join(folder, "bailiwick.config.json");
  writeFileSync(file, JSON.stringify({ embedder: { provider: "none" }, ...config }));
  const place = ["--data", join(folder, "data"), "--config", file];
  const overPipes = await Promise.all(
    [1, 2].map(async (): Promise<Call> => {
      const peer = startStdio("truth", place, env);
      await peer.initialize();
      return async (tool, args) => ((await peer.callTool(tool, args)) as Answer).result.structuredContent;
    }),
  );
  const { url } = await startServe(["--servers", "truth", ...place], env);
  const client = new Client({ name: "over HTTP", version: "1" });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/truth/mcp`)));
  const overHttp: Call = async (name, args) => (await client.callTool({ name, arguments: args })).structuredContent;
  return [...overPipes, overHttp];
}

const note = (n: number) => ({
  idempotency_key: `note ${n}`,
  entities: [{ entity_type: "note", title: `Note ${n}`, content: `This is ${n}.` }],
});

test("a rate of one user holds over all processes: of nine stores at once by three processes, six are done", async () => {
  const processes = await threeProcesses({ limits: { store_per_minute: 6 } });
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, n) => processes[n % 3]?.("store_structured", note(n))),
  );
  const refused = answers.filter(({ error }) => error !== undefined);
  expect(refused).toHaveLength(3);
  for (const { error } of refused) {
    expect(error).toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      details: { retry_after_seconds: expect.any(Number) },
    });
  }
  // Whoever asks next is refused too, and what was done is seen by all.
  for (const [at, call] of processes.entries()) {
    expect(await call("store_structured", note(10 + at))).toMatchObject({ error: { code: "RATE_LIMIT_EXCEEDED" } });
    expect(await call("retrieve_entities", { entity_type: "note" })).toMatchObject({ total: 6 });
  }
});

test("resources count like calls: whoever has used up a minute's calls reads no resource either, and the other way", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "bailiwick.config.json");
  writeFileSync(file, JSON.stringify({ embedder: { provider: "none" }, limits: { user_calls_per_minute: 6 } }));
  const peer = startStdio("truth", ["--data", join(folder, "data"), "--config", file]);
  await peer.initialize();
  const read = () => peer.request("resources/read", { uri: "neotoma://entity_types" });
  for (let n = 0; n < 3; n += 1) expect(await read()).toHaveProperty("result");
  for (let n = 0; n < 3; n += 1) {
    expect(((await peer.callTool("list_entity_types", {})) as Answer).result.isError).toBeUndefined();
  }
  expect(await read()).toMatchObject({ error: { message: expect.stringContaining("Rate limit exceeded") } });
  const refused = ((await peer.callTool("list_entity_types", {})) as Answer).result.structuredContent;
  expect(refused).toMatchObject({ error: { code: "RATE_LIMIT_EXCEEDED" } });
});

test("a quota of one user holds over all processes: the third file of a month is not given to a model by any of them", async () => {
  const model = createServer((_request, response) =>
    response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: '{"entities":[]}' } }] })),
  );
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void model.close().closeAllConnections());
  const processes = await threeProcesses(
    {},
    {
      BAILIWICK_MODEL_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
      BAILIWICK_MODEL: "small",
      BAILIWICK_MODEL_RUNS_PER_MONTH: "2",
    },
  );
  const read = (n: number, provider: string) =>
    processes[n % 3]?.("store_unstructured", {
      idempotency_key: `${provider} ${n}`,
      file_content: Buffer.from(`The letter ${n} says little.`).toString("base64"),
      mime_type: "text/plain",
      interpretation_config: { provider },
    });
  const answers = await Promise.all([0, 1, 2].map((n) => read(n, "openai")));
  const [refused, ...others] = answers.filter(({ error }) => error !== undefined);
  expect(others).toEqual([]);
  expect(refused.error).toMatchObject({ code: "QUOTA_EXCEEDED", details: { limit: 2, used: 2 } });
  for (const n of [3, 4, 5]) {
    expect(await read(n, "openai")).toMatchObject({ error: { code: "QUOTA_EXCEEDED" } });
    expect(await read(n, "rules")).toMatchObject({ source_id: expect.any(String) });
  }
});
