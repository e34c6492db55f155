import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Breach, checkRooms, type RuleName } from "./rooms/rules.ts";
import { readSource, type SourceFile } from "./rooms/source.ts";

const files = readSource(fileURLToPath(new URL("..", import.meta.url)), ["src", "dashboard/src"]);
const before = checkRooms(files);

/** Adds text to a file of the tree as it is, or a file that was not there. */
interface Planted {
  readonly what: string;
  readonly plant: Readonly<Record<string, string>>;
  readonly rule: RuleName;
  /** Which files are named; those that were planted in, unless said otherwise. */
  readonly named?: readonly string[];
}

const PLANTED: readonly Planted[] = [
  {
    what: "a package that is not allowed",
    plant: { "src/worlds/truth/read/planted.ts": 'import { parse } from "csv-parse/sync";' },
    rule: "module",
  },
  {
    what: "a package that is not allowed, loaded when first used",
    plant: { "src/kernel/governance/planted.ts": 'export const load = () => import("pino");' },
    rule: "module",
  },
  {
    what: "a package that is not allowed, named as a type",
    plant: { "src/kernel/call/planted.ts": 'export type Log = typeof import("pino");' },
    rule: "module",
  },
  {
    what: "a package that is not allowed, by require",
    plant: { "src/kernel/telemetry/planted.ts": 'createRequire(import.meta.url)("left-pad");' },
    rule: "module",
  },
  {
    what: "an import whose module is computed",
    plant: { "src/kernel/events/planted.ts": 'export const load = (name: string) => import("./" + name);' },
    rule: "module",
  },
  {
    what: "a module of Node that is not allowed",
    plant: { "src/worlds/notebook/store/planted.ts": 'import { readFileSync } from "node:fs";' },
    rule: "module",
  },
  {
    what: "a module of Node that reads files, in the model",
    plant: { "src/worlds/instructions/model/planted.ts": 'export { readFile } from "node:fs/promises";' },
    rule: "module",
  },
  {
    what: "a package in the page",
    plant: { "dashboard/src/planted.ts": 'import { z } from "zod";' },
    rule: "module",
  },
  {
    what: "a store that imports a question",
    plant: {
      "src/worlds/truth/read/planted.ts": "export const planted = 1;",
      "src/worlds/truth/store/planted.ts": 'import { planted } from "../read/planted.ts";',
    },
    rule: "inside",
    named: ["src/worlds/truth/store/planted.ts"],
  },
  {
    what: "a model that imports its world's errors, as a type",
    plant: { "src/worlds/notebook/model/planted.ts": 'import type { Planted } from "../errors.ts";' },
    rule: "inside",
  },
  {
    what: "a change that imports a tool",
    plant: { "src/worlds/instructions/write/planted.ts": 'import "../servers/instructions/tools/meta-tools.ts";' },
    rule: "inside",
  },
  {
    what: "a folder that no world has",
    plant: { "src/worlds/truth/services/planted.ts": "export const planted = 1;" },
    rule: "inside",
  },
  {
    what: "a file beside the folders that no world has",
    plant: { "src/worlds/notebook/planted.ts": "export const planted = 1;" },
    rule: "inside",
  },
  {
    what: "a world that is loaded with its manifest, before it is used",
    plant: { "src/worlds/truth/index.ts": 'import { truthWorld } from "./world.ts";' },
    rule: "inside",
  },
  {
    what: "two folders that import each other",
    plant: {
      "src/worlds/truth/servers/truth/one/a.ts": 'export { d } from "../two/d.ts";',
      "src/worlds/truth/servers/truth/one/b.ts": "export const b = 1;",
      "src/worlds/truth/servers/truth/two/c.ts": 'import type { b } from "../one/b.ts";',
      "src/worlds/truth/servers/truth/two/d.ts": "export const d = 1;",
    },
    rule: "two-way",
    named: ["src/worlds/truth/servers/truth/one/a.ts", "src/worlds/truth/servers/truth/two/c.ts"],
  },
  {
    what: "a folder and the folder it lies in that import each other",
    plant: {
      "src/kernel/governance/one.ts": 'export { inner } from "./planted/inner.ts";',
      "src/kernel/governance/two.ts": "export const two = 2;",
      "src/kernel/governance/planted/inner.ts": "export const inner = 1;",
      "src/kernel/governance/planted/outer.ts": 'export { two } from "../two.ts";',
    },
    rule: "two-way",
    named: ["src/kernel/governance/one.ts", "src/kernel/governance/planted/outer.ts"],
  },
  {
    what: "three files that import each other in a circle, by types and when first used",
    plant: {
      "src/kernel/files/a.ts": 'import type { B } from "./b.ts"; export type A = B;',
      "src/kernel/files/b.ts": 'import type { C } from "./c.ts"; export type B = C;',
      "src/kernel/files/c.ts": 'export type C = 1; export const load = () => import("./a.ts");',
    },
    rule: "cycle",
    named: ["src/kernel/files/a.ts"],
  },
  {
    what: "SQL in a tool",
    plant: {
      "src/worlds/truth/servers/truth/tools/planted.ts":
        'import { query } from "../../../../../kernel/index.ts"; export const all = query`select 1`;',
    },
    rule: "sql",
  },
  {
    what: "SQL in a room of the kernel that owns no table",
    plant: { "src/kernel/background/planted.ts": 'import { Query } from "../query.ts"; new Query(["select 1"], []);' },
    rule: "sql",
  },
  {
    what: "the name of a table outside its store",
    plant: { "src/worlds/conformance/apply/planted.ts": 'export const table = "conformance_note";' },
    rule: "sql",
  },
  {
    what: "one table in two stores",
    plant: {
      "src/worlds/conformance/store/planted.ts":
        'import { query } from "../../../kernel/index.ts"; export const all = query`select * from conformance_note`;',
    },
    rule: "sql",
    named: ["src/worlds/conformance/store/note-store.ts", "src/worlds/conformance/store/planted.ts"],
  },
  {
    what: "a clock",
    plant: { "src/worlds/truth/model/planted.ts": "export const nowMs = Date.now();" },
    rule: "env",
  },
  {
    what: "a clock by another way",
    plant: { "src/kernel/call/planted.ts": "export const at = new Date().toISOString();" },
    rule: "env",
  },
  {
    what: "a clock that is handed on, not asked",
    plant: { "src/kernel/governance/planted.ts": "export const clock = { now: performance.now };" },
    rule: "env",
  },
  {
    what: "chance",
    plant: { "src/worlds/notebook/search/planted.ts": "export const jitter = Math.random();" },
    rule: "env",
  },
  {
    what: "an id",
    plant: {
      "src/kernel/events/planted.ts": 'import { randomUUID as id } from "node:crypto"; export const own = id();',
    },
    rule: "env",
  },
  {
    what: "an interval",
    plant: { "src/worlds/instructions/files/planted.ts": "setInterval(() => {}, 1000);" },
    rule: "env",
  },
  {
    what: "a timeout",
    plant: { "src/kernel/search/embed/planted.ts": "export const signal = AbortSignal.timeout(1000);" },
    rule: "env",
  },
  {
    what: "a key",
    plant: {
      "src/kernel/events/planted.ts":
        'import { generateKeyPairSync } from "node:crypto"; export const pair = generateKeyPairSync("ed25519");',
    },
    rule: "env",
  },
  {
    what: "all of node:crypto at once",
    plant: { "src/kernel/files/planted.ts": 'import * as crypt from "node:crypto"; crypt.randomBytes(8);' },
    rule: "env",
  },
  {
    what: "the environment of the process, in an app",
    plant: { "src/apps/server/planted.ts": "export const { env } = process;" },
    rule: "env",
  },
  {
    what: "a world that imports another",
    plant: { "src/worlds/notebook/read/planted.ts": 'import { truth } from "../../truth/index.ts";' },
    rule: "room",
  },
  {
    what: "a folder of the kernel that is no room",
    plant: { "src/kernel/services/planted.ts": "export const planted = 1;" },
    rule: "room",
  },
  {
    what: "a world that enters a room of the kernel",
    plant: { "src/worlds/truth/write/planted.ts": 'import { call } from "../../../kernel/call/index.ts";' },
    rule: "room",
  },
  {
    what: "a world at the door of apps",
    plant: { "src/worlds/truth/write/planted.ts": 'import { openKernel } from "../../../kernel/serve.ts";' },
    rule: "room",
  },
  {
    what: "a room of the kernel that enters one it may not",
    plant: { "src/kernel/storage/planted.ts": 'import { call } from "../call/index.ts";' },
    rule: "room",
  },
  {
    what: "a command that enters a world",
    plant: { "src/apps/cli/planted.ts": 'import { truth } from "../../worlds/truth/index.ts";' },
    rule: "room",
  },
  {
    what: "a page that imports the kernel",
    plant: { "dashboard/src/planted.ts": 'import type { Tool } from "../../src/kernel/tool.ts";' },
    rule: "room",
  },
  {
    what: "a room entered beside its door",
    plant: { "src/kernel/call/planted.ts": 'import { createLimiter } from "../governance/limits.ts";' },
    rule: "door",
  },
  {
    what: "a list of worlds that reaches into one",
    plant: { "src/apps/worlds.ts": 'import "../worlds/truth/truth.ts";' },
    rule: "door",
  },
  {
    what: "a door that gives out all of a file",
    plant: { "src/kernel/files/index.ts": 'export * from "./file-links.ts";' },
    rule: "exports",
  },
  {
    what: "a default export",
    plant: { "src/kernel/files/planted.ts": "export default 1;" },
    rule: "exports",
  },
  {
    what: "a name that says nothing",
    plant: {
      "src/kernel/call/call-helpers.ts": "",
      "src/kernel/call/utils/planted.ts": "",
      "src/apps/cli/common.ts": "",
    },
    rule: "name",
  },
  {
    what: "a name that is not in kebab case",
    plant: { "src/kernel/call/callFrame.ts": "" },
    rule: "name",
  },
  {
    what: "a file of 501 lines",
    plant: { "src/kernel/call/planted.ts": "//\n".repeat(500) },
    rule: "size",
  },
];

test("the tree as it is keeps every rule", () => {
  expect(before).toEqual([]);
});

for (const { what, plant, rule, named = Object.keys(plant) } of PLANTED) {
  test(`${what} breaks the rule "${rule}" and no other`, () => {
    const old = new Set(before.map(lineOf));
    const found = checkRooms(planted(plant)).filter((breach) => !old.has(lineOf(breach)));
    expect([...new Set(found.map((breach) => breach.rule))]).toEqual([rule]);
    expect([...new Set(found.map(({ path }) => path))].sort()).toEqual([...named].sort());
  });
}

test("what stands in comments and strings is no code", () => {
  const text = `// Date.now(), import "pino"\n/* setInterval(() => {}) */\nexport const said = "process.env and from 'pino'";`;
  expect(checkRooms(planted({ "src/kernel/governance/planted.ts": text }))).toEqual(before);
});

function planted(plant: Planted["plant"]): SourceFile[] {
  const tree = new Map(files.map((file) => [file.path, file]));
  for (const [path, text] of Object.entries(plant)) {
    tree.set(path, { path, text: `${tree.get(path)?.text ?? ""}${text}\n` });
  }
  return [...tree.values()];
}

function lineOf({ rule, path, what }: Breach): string {
  return `${rule} ${path} ${what}`;
}
