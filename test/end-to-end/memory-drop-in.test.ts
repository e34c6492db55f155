import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { CLEAN_ENVIRONMENT, runCli, StdioPeer, startStdio } from "../kit/processes.ts";

const OFFICIAL = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-memory/dist/index.js");

/** The official server on a file of its own; ended with the test. */
function startOfficial(file: string): StdioPeer {
  const child = spawn(process.execPath, [OFFICIAL], {
    env: { ...CLEAN_ENVIRONMENT, MEMORY_FILE_PATH: file },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return new StdioPeer(child);
}

const ada = { name: "Ada", entityType: "person", observations: ["Wrote the first program", "Lives in London"] };
const bob = { name: "Bob", entityType: "person", observations: [] };
const acme = { name: "Acme Inc.", entityType: "company", observations: ["Makes anvils", "Makes anvils"] };
const worksAt = { from: "Ada", to: "Acme Inc.", relationType: "works_at" };
const knows = { from: "Bob", to: "Ada", relationType: "knows" };
const ghost = { from: "Ghost", to: "Bob", relationType: "haunts" };

/** What an agent does in a while, the odd things included: doubles, unknown names, case, nothing at all. */
const SCRIPT: readonly [string, Record<string, unknown>][] = [
  ["read_graph", { extra: 1 }],
  ["open_nodes", { names: ["Ada"], extra: 1 }],
  ["read_graph", {}],
  ["create_entities", { entities: [ada, bob, acme] }],
  [
    "create_entities",
    {
      entities: [
        { ...ada, observations: ["Other"] },
        { ...ada, name: "ada" },
      ],
    },
  ],
  ["create_entities", { entities: [] }],
  [
    "create_entities",
    {
      entities: [
        { ...bob, name: "Twin" },
        { ...acme, name: "Twin" },
      ],
    },
  ],
  ["create_entities", { entities: [{ name: "", entityType: "", observations: [""] }] }],
  ["create_entities", { entities: [{ ...bob, name: "Zoë 😀\n", extra: 1 }] }],
  ["create_relations", { relations: [worksAt, knows, ghost, worksAt] }],
  ["create_relations", { relations: [knows] }],
  ["add_observations", { observations: [{ entityName: "Bob", contents: ["Likes tea", "Likes tea", "Is tall"] }] }],
  ["add_observations", { observations: [{ entityName: "Bob", contents: ["Likes tea", "Plays chess"] }] }],
  [
    "add_observations",
    {
      observations: [
        { entityName: "Twin", contents: ["One"] },
        { entityName: "Twin", contents: ["One", "Two"] },
      ],
    },
  ],
  [
    "add_observations",
    {
      observations: [
        { entityName: "Bob", contents: ["Lost"] },
        { entityName: "Nobody", contents: ["Gone"] },
      ],
    },
  ],
  ["read_graph", {}],
  ["search_nodes", { query: "ANVILS" }],
  ["search_nodes", { query: "person" }],
  ["search_nodes", { query: "" }],
  ["search_nodes", { query: "xyzzyplugh" }],
  ["open_nodes", { names: ["Bob", "Nobody"] }],
  ["open_nodes", { names: [] }],
  ["open_nodes", { names: ["BOB"] }],
  ["delete_observations", { deletions: [{ entityName: "Acme Inc.", observations: ["Makes anvils", "No"] }] }],
  ["delete_observations", { deletions: [{ entityName: "Nobody", observations: ["No"] }] }],
  ["delete_relations", { relations: [worksAt, { ...knows, relationType: "hates" }] }],
  ["read_graph", {}],
  ["delete_entities", { entityNames: ["Bob", "Ghost", "Nobody"] }],
  ["delete_entities", { entityNames: ["Ghost"] }],
  ["read_graph", {}],
  ["create_entities", { entities: [bob] }],
  ["add_observations", { observations: [{ entityName: "Bob", contents: ["Is back"] }] }],
  ["delete_entities", { entityNames: ["Twin"] }],
  ["read_graph", {}],
];

test("the same calls give the same answers as the official memory server, and the same file", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "memory.jsonl");
  const [official, ours] = [startOfficial(file), startStdio("memory", ["--data", join(folder, "data")])];
  for (const server of [official, ours]) await server.initialize();
  const answersOf = async (server: StdioPeer) => {
    const answers = [];
    for (const [tool, args] of SCRIPT) answers.push([tool, args, (await server.callTool(tool, args)).result]);
    return answers;
  };

  const [theirs, own] = [await answersOf(official), await answersOf(ours)];

  expect(own).toEqual(theirs);
  expect(theirs.filter(([, , { isError }]) => isError === true)).toHaveLength(1);
  const resource = async (server: StdioPeer) =>
    (await server.request("resources/read", { uri: "memory://knowledge-graph" })).result.contents;
  expect(await resource(ours)).toEqual(await resource(official));
  const listed = async (server: StdioPeer) =>
    (await server.request("tools/list")).result.tools
      .map(({ name, inputSchema, annotations }: Record<string, Record<string, unknown>>) => [
        name,
        argumentsOf(inputSchema),
        { ...annotations, title: undefined },
      ])
      .sort();
  expect(await listed(ours)).toEqual(await listed(official));
  await ours.end();
  const exported = join(folder, "exported.jsonl");
  expect(await runCli(["export", "memory-jsonl", exported, "--data", join(folder, "data")])).toMatchObject({ code: 0 });
  expect(readFileSync(exported, "utf8")).toBe(readFileSync(file, "utf8"));
});

/** What a tool takes: our rehearsal besides, and how a schema words that nothing else is taken. */
function argumentsOf(schema: Record<string, unknown> | undefined): unknown {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== "object" || value === null) return value;
    const left = Object.entries(value).filter(
      ([key, inner]) =>
        !["$schema", "additionalProperties", "dry_run"].includes(key) &&
        !(key === "required" && Array.isArray(inner) && inner.length === 0),
    );
    return Object.fromEntries(left.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, plain(inner)]));
  };
  return plain(schema);
}

test("200 creates at once over four processes are all kept", async () => {
  const folder = temporaryFolder();
  const servers = Array.from({ length: 4 }, () => startStdio("memory", ["--data", folder]));
  for (const server of servers) await server.initialize();
  const names = Array.from({ length: 200 }, (_, n) => `node ${n}`);

  const answers = await Promise.all(
    names.map((name, n) =>
      servers[n % servers.length]?.callTool("create_entities", {
        entities: [{ name, entityType: "thing", observations: [`seen ${n}`] }],
      }),
    ),
  );

  expect(answers.filter((answer) => answer?.result?.structuredContent.entities.length === 1)).toHaveLength(200);
  const { result } = (await servers[0]?.callTool("read_graph", {})) ?? {};
  const kept = result.structuredContent.entities.map(({ name }: { name: string }) => name);
  expect(new Set(kept)).toEqual(new Set(names));
  expect(kept).toHaveLength(200);
  for (const server of servers) expect(await server.end()).toBe(0);
  expect(await runCli(["replay", "--data", folder])).toMatchObject({ code: 0 });
});

test("a memory file is brought in, twice without a difference, rehearsed without a trace, and refused by its bad line", async () => {
  const folder = temporaryFolder();
  const [file, bad, data] = [join(folder, "memory.jsonl"), join(folder, "bad.jsonl"), join(folder, "data")];
  const lines = [
    ...[ada, bob, acme, { ...ada, observations: ["Said later"] }].map((node) => ({ type: "entity", ...node })),
    ...[worksAt, knows].map((relation) => ({ type: "relation", ...relation })),
  ].map((line) => JSON.stringify(line));
  writeFileSync(file, `${lines.join("\n")}\n\n`);
  writeFileSync(bad, `${lines[0]}\n{"type":"entity"}\n`);
  const bring = (path: string, ...flags: string[]) =>
    runCli(["import", "memory-jsonl", path, ...flags, "--data", data]);

  expect(await bring(file, "--dry-run")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("would bring in 3 entities, 2 relations"),
  });
  expect(await bring(bad)).toMatchObject({ code: 1, stderr: expect.stringContaining("2") });
  expect(await bring(file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("3 entities, 2 relations and 1 more observations"),
  });
  expect(await bring(file)).toMatchObject({ stdout: expect.stringContaining("0 entities, 0 relations and 0 more") });
  const out = join(folder, "out.jsonl");
  await runCli(["export", "memory-jsonl", out, "--data", data]);
  expect(readFileSync(out, "utf8").split("\n")).toEqual([
    JSON.stringify({ type: "entity", ...ada, observations: [...ada.observations, "Said later"] }),
    ...lines.slice(1, 3),
    ...lines.slice(4),
  ]);
});

test("a question in plain words finds what no word of it stands in", async () => {
  const ours = startStdio("memory", ["--data", temporaryFolder()]);
  await ours.initialize();
  const nodes = [
    ["Marta", "person", "Is a cardiologist at the city hospital"],
    ["Budget 2026", "document", "The finance plan was approved in March"],
    ["Rex", "dog", "Barks at the postman"],
    ["Kitchen", "room", "The oven was repaired by an electrician"],
    ["Paris trip", "event", "Flight leaves on Friday morning"],
  ].map(([name, entityType, observation]) => ({ name, entityType, observations: [observation] }));
  await ours.callTool("create_entities", { entities: nodes });
  const ask = async (query: string) =>
    (await ours.callTool("search_nodes", { query })).result.structuredContent.entities.map(
      ({ name }: { name: string }) => name,
    );

  expect((await ask("who repaired the oven?"))[0]).toBe("Kitchen");
  // Vectors follow the write within seconds.
  await expect.poll(async () => (await ask("Do we know a heart doctor?"))[0]).toBe("Marta");
  expect((await ask("which pet makes noise when mail arrives"))[0]).toBe("Rex");
  expect(await ask("qwxz vbnm")).toEqual([]);
});
