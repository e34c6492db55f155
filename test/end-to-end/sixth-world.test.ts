import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { CLEAN_ENVIRONMENT, StdioPeer } from "../kit/processes.ts";
import { checkRooms } from "../rooms/rules.ts";
import { readSource } from "../rooms/source.ts";
import { HttpPeer } from "./raw-http.ts";
import { addSixthWorld, type Extended } from "./sixth-world.ts";

const COMPILER = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

let folder: string;
let product: Extended;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bailiwick-sixth-"));
  product = addSixthWorld(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(args: readonly string[], env: Record<string, string> = {}, config?: object) {
  const cwd = temporaryFolder();
  if (config !== undefined) writeFileSync(join(cwd, "bailiwick.config.json"), JSON.stringify(config));
  const child = product.start(args, { cwd, env: { ...CLEAN_ENVIRONMENT, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Runs one command line to its end. */
async function run(...given: Parameters<typeof start>) {
  const child = start(...given);
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("the child has no pipes");
  const [out, err, [code]] = await Promise.all([text(stdout), text(stderr), once(child, "close")]);
  return { code, stdout: out, stderr: err };
}

async function greet(env: Record<string, string> = {}, config?: object) {
  const peer = new StdioPeer(start(["mcp", "sixth"], env, config));
  await peer.initialize();
  const { tools } = (await peer.request("tools/list")).result;
  const { structuredContent } = (await peer.callTool("say_hello", { name: "Ada" })).result;
  await peer.end();
  return { tools: tools.map(({ name }: { name: string }) => name), ...structuredContent };
}

test("a world costs its folder, and one import with its name in the one list", () => {
  expect(product.differences()).toEqual([
    "src/apps/worlds.ts",
    "src/worlds/sixth/config.ts",
    "src/worlds/sixth/index.ts",
    "src/worlds/sixth/servers/sixth/index.ts",
    "src/worlds/sixth/servers/sixth/tools/say-hello.ts",
    "src/worlds/sixth/sixth.ts",
    "src/worlds/sixth/world.ts",
  ]);
  const [list = ""] = product.listed.removed;
  expect(product.listed).toEqual({
    added: ['import { sixth } from "../worlds/sixth/index.ts";', list.replace("];", ", sixth];")],
    removed: [list],
  });
});

test("it keeps the rules of the architecture, and its types fit", async () => {
  expect(checkRooms(readSource(folder, ["src"]))).toEqual([]);

  const only = { extends: "./tsconfig.json", include: ["src/worlds/sixth"] };
  writeFileSync(join(folder, "tsconfig.sixth.json"), JSON.stringify(only));
  await promisify(execFile)(process.execPath, [COMPILER, "-p", join(folder, "tsconfig.sixth.json")]);
});

test("it is spoken to over stdio, and its setting and its variable are understood", async () => {
  const [plain, told] = await Promise.all([
    greet(),
    greet({ BAILIWICK_SIXTH_LOUD: "1" }, { sixth: { greeting: "Good day" } }),
  ]);

  expect(plain).toEqual({ tools: ["say_hello"], said: "Hello, Ada." });
  expect(told).toEqual({ tools: ["say_hello"], said: "Good day, Ada!" });
});

test("it is served over HTTP beside the others and shown on the page", async () => {
  const child = start(["serve", "--port", "0"]);
  const url = await servedAt(child);
  const peer = new HttpPeer(`${url}/sixth/mcp`);
  await peer.initialize();

  const answer = await peer.request("tools/call", { name: "say_hello", arguments: { name: "Ada" } });

  expect(answer).toMatchObject({ result: { structuredContent: { said: "Hello, Ada." } } });
  const { servers } = (await (await fetch(`${url}/tools.json`)).json()) as { servers: { name: string }[] };
  expect(servers.map(({ name }) => name)).toEqual([
    "home",
    "notebook",
    "instructions",
    "truth",
    "memory",
    "graph",
    "geometry",
    "spatial",
    "validation",
    "documentation",
    "model",
    "sixth",
  ]);
  expect(servers.at(-1)).toEqual({
    name: "sixth",
    title: "Sixth",
    about: "Greets whoever is named.",
    world: "sixth",
    tools: [
      {
        name: "say_hello",
        title: "Say hello",
        description: "Greet somebody by name. It cannot fail, and keeps nothing.",
        effect: "read",
      },
    ],
  });
});

function servedAt(child: ReturnType<typeof start>): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      const url = /serving on (http:\/\/\S+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once("close", () => reject(new Error(`serve ended: ${said}`)));
  });
}

test("commands that name worlds and servers know it", async () => {
  const data = ["--data", join(temporaryFolder(), "data")];
  const connect = await run(["connect", "cursor", "--servers", "sixth", "--http", "http://127.0.0.1:7777", ...data]);
  const help = await run(["help", "import"]);
  const demo = await run(["demo", ...data]);
  const reindex = await run(["reindex", "--world", "sixth", ...data]);
  const replay = await run(["replay", ...data]);

  expect(JSON.parse(connect.stdout).mcpServers.sixth).toEqual({ url: "http://127.0.0.1:7777/sixth/mcp" });
  expect(help.stdout).toMatch(/^ {2}--politely +bow first$/m);
  expect([demo.code, reindex.code, replay.code]).toEqual([0, 0, 0]);
  expect(reindex.stdout).toMatch(/^sixth: 0 added, 0 changed, 0 removed\n/);
  expect(replay.stdout).toMatch(/^sixth: [0-9a-f]{64}$/m);
});

test.for([
  [["mcp", "sixt"], {}, undefined, "there is no server sixt; did you mean sixth?"],
  [["verify"], {}, { sixht: {} }, "; did you mean sixth?"],
  [
    ["verify"],
    {},
    { sixth: { greting: "Hi" } },
    "The setting sixth is wrong: there is no setting greting; did you mean greeting?",
  ],
  [
    ["verify"],
    { BAILIWICK_SIXTH_LUOD: "1" },
    undefined,
    "unknown environment variable BAILIWICK_SIXTH_LUOD; did you mean BAILIWICK_SIXTH_LOUD?",
  ],
  [["verify"], { BAILIWICK_SIXTH_LOUD: "yes" }, undefined, "BAILIWICK_SIXTH_LOUD is wrong: 1 or true turns it on"],
  [["import", "x", "y", "--polite"], {}, undefined, "import has no flag --polite; did you mean --politely?"],
] as const)("%j with %j and %j is refused with what was probably meant", async ([args, env, config, message]) => {
  const refused = await run(args, env, config);

  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
});
