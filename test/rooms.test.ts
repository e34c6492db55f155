import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));

/** Which rooms a room may enter. What is not listed here may not be imported. */
const MAY_ENTER: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  "kernel/storage": ["kernel"],
  "kernel/keys": ["kernel"],
  "kernel/blobs": ["kernel", "kernel/keys"],
  "kernel/telemetry": ["kernel"],
  "kernel/identity": ["kernel"],
  "kernel/governance": ["kernel"],
  "kernel/events": ["kernel", "kernel/storage", "kernel/keys"],
  "kernel/search": ["kernel", "kernel/storage", "kernel/search/embed", "kernel/search/rank"],
  "kernel/search/embed": ["kernel"],
  "kernel/search/rank": ["kernel"],
  "kernel/call": [
    "kernel",
    "kernel/storage",
    "kernel/blobs",
    "kernel/events",
    "kernel/governance",
    "kernel/identity",
    "kernel/telemetry",
  ],
  "kernel/transports/mcp": ["kernel", "kernel/call", "kernel/events", "kernel/identity", "kernel/keys"],
  "kernel/transports/http": ["kernel", "kernel/call", "kernel/identity", "kernel/transports/mcp"],
  "kernel/transports/stdio": ["kernel", "kernel/call", "kernel/identity", "kernel/transports/mcp"],
  "worlds/*": ["kernel"],
  apps: ["apps/*", "kernel", "worlds/*"],
  "apps/cli": ["apps", "apps/server", "kernel", "kernel/transports/stdio"],
  "apps/server": ["apps", "kernel", "kernel/transports/http"],
};

/** Files that put rooms together and may therefore enter all of them. */
const ASSEMBLY = new Set(["kernel/kernel.ts", "kernel/serve.ts"]);

const BANNED_NAMES = /(^|\/)(utils?|helpers?|common|manager|misc)(\.|\/|-)/;

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly room: string;
}

const files: SourceFile[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(SRC, path), "utf8"), room: roomOf(path) }));

/** The nearest folder that is a room; folders inside a world belong to the world. */
function roomOf(path: string): string {
  const world = /^worlds\/([^/]+)\//.exec(path);
  if (world !== null) return `worlds/${world[1]}`;
  let folder = dirname(path);
  while (!(folder in MAY_ENTER) && folder !== ".") folder = dirname(folder);
  return folder;
}

function importsOf({ path, text }: SourceFile): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g);
  return [...found].map((match) => relative(SRC, join(SRC, dirname(path), match[1] ?? "")));
}

function mayEnter(from: string, to: string): boolean {
  const allowed = MAY_ENTER[from.startsWith("worlds/") ? "worlds/*" : from] ?? [];
  return allowed.some((room) => (room.endsWith("/*") ? to.startsWith(room.slice(0, -1)) : room === to));
}

/** Other rooms are entered by their door; the contract files of the kernel are doors each. */
function isDoor(target: string, from: SourceFile): boolean {
  const room = roomOf(target);
  if (room === "kernel" && from.room.startsWith("kernel/"))
    return !ASSEMBLY.has(target) && target !== "kernel/index.ts";
  if (room === "kernel") return target === (from.room.startsWith("worlds/") ? "kernel/index.ts" : "kernel/serve.ts");
  if (room === "apps") return true;
  return target === `${room}/index.ts`;
}

describe("imports point one way", () => {
  test.each(files)("$path", (file) => {
    const wrong = importsOf(file).filter((target) => {
      const room = roomOf(target);
      if (room === file.room || (ASSEMBLY.has(file.path) && room.startsWith("kernel"))) return false;
      if (file.path === "kernel/index.ts") return room !== "kernel";
      return !mayEnter(file.room, room) || !isDoor(target, file);
    });
    expect(wrong).toEqual([]);
  });
});

test("no cycle of files", () => {
  const graph = new Map(files.map((file) => [file.path, importsOf(file)]));
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) throw new Error(`cycle: ${[...trail, path].join(" → ")}`);
    if (done.has(path)) return;
    for (const target of graph.get(path) ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  expect(done.size).toBe(files.length);
});

test("doors list their exports one by one", () => {
  const starred = files.filter(({ text }) => /^export \*|^export default/m.test(text)).map(({ path }) => path);
  expect(starred).toEqual([]);
});

test("files are named for what they do, in kebab case", () => {
  const wrong = files.map(({ path }) => path).filter((path) => BANNED_NAMES.test(path) || !/^[a-z0-9/.-]+$/.test(path));
  expect(wrong).toEqual([]);
});

test("time, ids and chance come from Env, and only apps read the process", () => {
  const outside = files.filter(({ path }) => !path.startsWith("apps/"));
  const wrong = outside
    .filter(({ text }) =>
      /Date\.now\(|new Date\(\)|Math\.random\(|randomUUID\(|process\.(env|argv|exit|stdout)|performance\.now/.test(
        text,
      ),
    )
    .map(({ path }) => path);
  expect(wrong).toEqual([]);
});

test("files stay short: half within 100 lines, 95 of 100 within 400, none above 500", () => {
  const lines = files.map(({ text }) => text.split("\n").length).sort((a, b) => a - b);
  const at = (share: number) => lines[Math.floor((lines.length - 1) * share)] ?? 0;
  expect(at(0.5)).toBeLessThanOrEqual(100);
  expect(at(0.95)).toBeLessThanOrEqual(400);
  expect(at(1)).toBeLessThanOrEqual(500);
});
