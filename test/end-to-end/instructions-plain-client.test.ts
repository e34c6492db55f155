import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { runCli, startServe, startStdio } from "../kit/processes.ts";
import { send } from "./raw-http.ts";

const MUTATION = { MCP_ENABLE_MUTATION: "1" };

function entry(id: string, more: object = {}) {
  return {
    id,
    title: `Title of ${id}`,
    body: `Body of ${id}`,
    priority: 30,
    audience: "all",
    requirement: "recommended",
    categories: ["style"],
    ...more,
  };
}

/** A data folder with two instructions. */
function dataFolder(): string {
  const data = temporaryFolder();
  mkdirSync(join(data, "instructions"));
  for (const id of ["alpha", "beta"])
    writeFileSync(join(data, "instructions", `${id}.json`), JSON.stringify(entry(id)));
  return data;
}

const filesOf = (data: string) => readdirSync(join(data, "instructions")).filter((name) => !name.startsWith("."));

const version = async () => (await runCli(["--version"])).stdout.trim();

test("a client that knows only JSON-RPC lists, reads and leaves, without any handshake", async () => {
  const peer = startStdio("instructions", ["--data", dataFolder()]);
  peer.send({ id: 1, method: "instructions/list" });
  peer.send({ id: "two", method: "instructions/get", params: { id: "alpha" } });
  peer.send({ id: 3, method: "shutdown" });
  peer.send({ method: "exit" });
  const [code] = await once(peer.child, "close");

  const answerTo = (id: number | string) => peer.messages.find((message) => message.id === id);
  expect(code).toBe(0);
  expect(answerTo(1)).toMatchObject({
    jsonrpc: "2.0",
    result: { count: 2, items: [{ id: "alpha" }, { id: "beta" }], hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(answerTo("two")).toMatchObject({ result: { item: entry("alpha") } });
  expect(answerTo(3)).toEqual({ jsonrpc: "2.0", id: 3, result: {} });
  expect(peer.messages.filter(({ method }) => method !== undefined)).toEqual([
    { jsonrpc: "2.0", method: "server/ready", params: { version: await version() } },
  ]);
});

test("a bare initialize is answered with guidance, and ready follows once", async () => {
  const peer = startStdio("instructions", ["--data", dataFolder()]);
  const opened = await peer.request("initialize");
  peer.send({ method: "notifications/initialized" });
  const ready = await peer.next(({ method }) => method === "server/ready");
  await peer.request("meta/tools");

  expect(opened.result).toMatchObject({ protocolVersion: "2025-11-25", instructions: expect.any(String) });
  expect(ready.params).toEqual({ version: await version() });
  expect(peer.messages.filter(({ method }) => method === "server/ready")).toHaveLength(1);
  expect(await peer.end()).toBe(0);
});

test.for([
  ["0", { method: "instructions/lits" }],
  ["1", { method: "instructions/lits", hint: expect.arrayContaining(["instructions/list"]) }],
] as const)("with MCP_LOG_VERBOSE=%s an unknown method is answered with %j", async ([verbose, data]) => {
  const peer = startStdio("instructions", ["--data", dataFolder()], { MCP_LOG_VERBOSE: verbose });

  const { error } = await peer.request("instructions/lits");

  expect(error).toEqual({ code: -32601, message: "Method not found", data });
  expect(await peer.end()).toBe(0);
});

test("wrong parameters are answered in the words of Ajv", async () => {
  const peer = startStdio("instructions", ["--data", dataFolder()]);

  const { error } = await peer.request("instructions/get", {});

  expect(error).toMatchObject({
    code: -32602,
    message: "Invalid params",
    data: {
      method: "instructions/get",
      errors: [
        {
          instancePath: "",
          schemaPath: "#/required",
          keyword: "required",
          params: { missingProperty: "id" },
          message: "must have required property 'id'",
        },
      ],
    },
  });
});

test("writing is off unless the variable turns it on, and refused writing leaves the folder alone", async () => {
  const data = dataFolder();
  const before = filesOf(data);
  const reader = startStdio("instructions", ["--data", data]);
  const refused = await reader.request("instructions/add", { entry: entry("gamma") });
  expect(refused.error?.message).toBe("Mutation disabled. Set MCP_ENABLE_MUTATION=1 to enable.");
  expect(await reader.end()).toBe(0);
  expect(filesOf(data)).toEqual(before);

  const writer = startStdio("instructions", ["--data", data], MUTATION);
  expect((await writer.request("instructions/add", { entry: entry("gamma") })).result).toMatchObject({
    id: "gamma",
    created: true,
  });
  expect(await writer.end()).toBe(0);
  expect(existsSync(join(data, "instructions", "gamma.json"))).toBe(true);
});

test("a switch that is not understood stops the start", async () => {
  expect(await runCli(["verify"], { cwd: temporaryFolder(), env: { MCP_ENABLE_MUTATION: "yes" } })).toEqual({
    code: 2,
    stdout: "",
    stderr: "bailiwick: the environment variable MCP_ENABLE_MUTATION is wrong: 1 or true turns it on, 0 or false off\n",
  });
});

test("over HTTP a bare method is answered without a session", async () => {
  const { url } = await startServe(["--servers", "instructions", "--data", dataFolder()]);

  const { status, messages } = await send(`${url}/instructions/mcp`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "instructions/list" }),
  });

  expect({ status, messages }).toMatchObject({ status: 200, messages: [{ id: 1, result: { count: 2 } }] });
});
