import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, onTestFinished, type TestContext, test, vi } from "vitest";
import { cannotRun } from "../kit/cannot-run.ts";
import { type InstalledProduct, installProduct } from "./installed-product.ts";

let work: string;
let installed: Awaited<ReturnType<typeof installProduct>>;

vi.setConfig({ testTimeout: 5 * 60_000, hookTimeout: 20 * 60_000 });

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "bailiwick-packed-"));
  installed = await installProduct(work);
});

afterAll(() => rm(work, { recursive: true, force: true }));

function product(context: TestContext): InstalledProduct {
  return "unavailable" in installed ? cannotRun(context, installed.unavailable) : installed;
}

test("the package holds what runs and what a reader needs, and no sources", (context) => {
  const { shipped } = product(context);

  expect([...new Set(shipped.map((path) => path.split("/")[0]))].sort()).toEqual([
    "LICENSE",
    "README.md",
    "bin",
    "dashboard",
    "dist",
    "package.json",
  ]);
  expect(shipped).toEqual(
    expect.arrayContaining([
      "bin/bailiwick.js",
      "dist/main.js",
      "dist/embed-worker.js",
      "dist/parser-process.js",
      "dist/thesaurus.txt",
      "dist/THIRD-PARTY-LICENSES.txt",
      "dashboard/dist/THIRD-PARTY-LICENSES.txt",
      "dashboard/dist/index.html",
    ]),
  );
  expect(shipped.filter((path) => path.endsWith(".ts"))).toEqual([]);
});

test("nothing is shipped twice: no package lies both in the bundle and beside it", async (context) => {
  const { folder, shipped } = product(context);
  const modules = join(folder, "node_modules");
  const scripts = shipped.filter((path) => path.startsWith("dist/") && path.endsWith(".js"));
  const code = await Promise.all(scripts.map((path) => readFile(join(modules, "bailiwick", path), "utf8")));
  // The bundler heads each module with a comment that says where it came from.
  const origins = code.flatMap((text) => [...text.matchAll(/^\/\/ .*\/?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm)]);
  const bundled = [...new Set(origins.map((origin) => origin[1]))].sort();

  const entries = await readdir(modules);
  const beside = await Promise.all(
    entries.map(async (name) =>
      name.startsWith("@") ? (await readdir(join(modules, name))).map((inner) => `${name}/${inner}`) : [name],
    ),
  );

  expect(bundled).toEqual(["@modelcontextprotocol/core", "@modelcontextprotocol/server", "kysely", "zod"]);
  expect(beside.flat()).toContain("better-sqlite3");
  expect(bundled.filter((name) => beside.flat().includes(name ?? ""))).toEqual([]);
});

test("the licence of every package in the bundle comes with it, and of those inside these", async (context) => {
  const { folder } = product(context);
  const home = join(folder, "node_modules", "bailiwick");
  const licences = await readFile(join(home, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
  const sections = licences.split(`${"-".repeat(80)}\n`).filter((part) => part.trim() !== "");
  const heads = sections.filter((_, index) => index % 2 === 1).map((head) => head.replace(/ \S+( \(.*\))?\n$/, "$1"));
  const texts = sections.filter((_, index) => index % 2 === 0).slice(1);

  expect(heads).toEqual([
    "@modelcontextprotocol/core",
    "@modelcontextprotocol/server",
    "ajv-formats (inside @modelcontextprotocol/server)",
    "ajv (inside @modelcontextprotocol/server)",
    "content-type (inside @modelcontextprotocol/server)",
    "fast-deep-equal (inside @modelcontextprotocol/server)",
    "fast-uri (inside @modelcontextprotocol/server)",
    "json-schema-traverse (inside @modelcontextprotocol/server)",
    "kysely",
    "zod",
  ]);
  for (const text of texts) expect(text).toMatch(/copyright/i);
  expect(texts).toHaveLength(heads.length);
  expect(await readFile(join(home, "dashboard/dist/THIRD-PARTY-LICENSES.txt"), "utf8")).toBe(
    "This folder holds code of no other package.\n",
  );
});

test("asks for the Node.js that its door asks for, and says where it comes from", async (context) => {
  const { folder } = product(context);
  const home = join(folder, "node_modules", "bailiwick");
  const { engines, repository, keywords } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  const door = await readFile(join(home, "bin/bailiwick.js"), "utf8");

  expect(engines).toEqual({ node: `>=${/NODE_MAJOR_MIN = (\d+)/.exec(door)?.[1]}` });
  expect(repository).toEqual({ type: "git", url: expect.stringMatching(/^git\+https:.*\.git$/) });
  expect(keywords).toContain("mcp");
});

test("npx starts it: help is printed, and doctor finds everything in order", async (context) => {
  const { npx } = product(context);

  const help = await npx("--help");
  const doctor = await npx("doctor", "--data", join(work, "doctor"), "--port", "0");

  expect(help.stdout).toContain("Usage: bailiwick COMMAND [flags]");
  expect(doctor.stdout).toMatch(/^ok {3}database: none yet; the first write makes it$/m);
  expect(doctor.stdout).toMatch(/^ok {3}dashboard: built$/m);
  expect(doctor.stdout.trim().split("\n")).toEqual(Array(7).fill(expect.stringMatching(/^ok /)));
});

test("truth answers over stdio: lists its tools, keeps a fact and finds it again", async (context) => {
  const { command, environment } = product(context);
  const client = new Client({ name: "newcomer", version: "1" });
  onTestFinished(() => client.close());
  const args = ["mcp", "truth", "--data", join(work, "truth")];
  await client.connect(new StdioClientTransport({ command, args, env: environment, stderr: "ignore" }));
  const entities = [{ entity_type: "company", name: "Acme Physicians" }];

  const { tools } = await client.listTools();
  const stored = await client.callTool({ name: "store_structured", arguments: { idempotency_key: "first", entities } });
  const found = await client.callTool({ name: "retrieve_entities", arguments: { search: "acme" } });

  expect(tools.map(({ name }) => name)).toContain("retrieve_entities");
  expect(stored.structuredContent).toMatchObject({ entities: [{ entity_id: expect.stringMatching(/^ent_/) }] });
  expect(found.structuredContent).toMatchObject({ entities: [{ snapshot: { name: "Acme Physicians" } }], total: 1 });
});

test("serve answers for its health and shows the dashboard with all it is made of", async (context) => {
  const { command, environment } = product(context);
  const child = spawn(command, ["serve", "--port", "0", "--data", join(work, "serve")], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const ended = once(child, "close");
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /serving on (http:\/\/\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }

  const health = await fetch(`${url}/healthz`);
  const page = await fetch(`${url}/`);
  const html = await page.text();
  const parts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]);
  const statuses = await Promise.all(parts.map(async (part) => (await fetch(`${url}${part}`)).status));

  expect(health.status).toBe(200);
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(html).toContain("<!doctype html>");
  expect(parts).not.toEqual([]);
  expect(statuses).toEqual(parts.map(() => 200));
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
