import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  completeLock,
  isOfOnePlatform,
  type Lock,
  listDownloadAddresses,
  listMissingEntries,
  listUnsealedEntries,
  readLock,
  sealLock,
} from "../scripts/complete-lock.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

test("the committed lock has an entry for every platform's optional packages", () => {
  expect([...listMissingEntries(readLock()).keys()]).toEqual([]);
});

test("the committed lock names no download address", () => {
  const lock = readLock();

  expect(listDownloadAddresses(lock)).toEqual([]);
  expect(JSON.stringify(lock)).not.toContain('"resolved":"http');
});

test("every locked package is sealed by a hash, but for those of other platforms that the registry lacked", () => {
  const lock = readLock();
  const unsealed = listUnsealedEntries(lock);

  expect(unsealed.filter((key) => !isOfOnePlatform(lock.packages[key] ?? {}))).toEqual([]);
  // What can be installed here came from a registry, which has a hash for everything it serves.
  expect(unsealed.filter((key) => existsSync(join(ROOT, key)))).toEqual([]);
});

test("sealing asks for the hash of what has none, puts it behind the version and leaves the rest", async () => {
  const sealed = { version: "1.0.0", integrity: "sha512-there" };
  const asked: string[] = [];
  const lock: Lock = {
    packages: {
      "": {},
      dashboard: { version: "0.1.0" },
      "node_modules/dashboard": { resolved: "dashboard", link: true },
      "node_modules/a": sealed,
      "node_modules/b": { version: "2.0.0", dev: true },
      "node_modules/b/node_modules/@c/d": { version: "3.0.0", optional: true, os: ["darwin"] },
    },
  };

  const { packages } = await sealLock(lock, async (name, version) => {
    asked.push(`${name}@${version}`);
    return name === "b" ? "sha512-found" : undefined;
  });

  expect(asked).toEqual(["b@2.0.0", "@c/d@3.0.0"]);
  expect(JSON.stringify(packages["node_modules/b"])).toBe('{"version":"2.0.0","integrity":"sha512-found","dev":true}');
  expect({ ...packages, "node_modules/b": lock.packages["node_modules/b"] }).toEqual(lock.packages);
  expect(listUnsealedEntries({ packages })).toEqual(["node_modules/b/node_modules/@c/d"]);
});

test("completing a lock adds the platforms that are missing, keeps what was there and sorts", () => {
  const linux = { version: "1.2.3", dev: true, optional: true, os: ["linux"], cpu: ["x64"] };
  const tool = {
    version: "1.2.3",
    dev: true,
    optionalDependencies: {
      "@tool/cli-linux-x64": "1.2.3",
      "@tool/cli-linux-arm64-musl": "1.2.3",
      "@tool/cli-wasm32-wasi": "1.2.3",
      "tool-windows-x64": "^1.2.0",
    },
  };

  const complete = completeLock({
    packages: { "": {}, "node_modules/@tool/cli-linux-x64": linux, "node_modules/tool": tool },
  });

  expect(Object.entries(complete.packages)).toEqual([
    ["", {}],
    [
      "node_modules/@tool/cli-linux-arm64-musl",
      { version: "1.2.3", dev: true, optional: true, os: ["linux"], cpu: ["arm64"], libc: ["musl"] },
    ],
    ["node_modules/@tool/cli-linux-x64", linux],
    ["node_modules/@tool/cli-wasm32-wasi", { version: "1.2.3", dev: true, optional: true, cpu: ["wasm32"] }],
    ["node_modules/tool", tool],
    ["node_modules/tool-windows-x64", { version: "1.2.0", dev: true, optional: true, os: ["win32"], cpu: ["x64"] }],
  ]);
});

test("two versions of one parent each get their own platform package", () => {
  const lock: Lock = {
    packages: {
      "": {},
      "node_modules/a": { version: "1.0.0", optionalDependencies: { "a-darwin-arm64": "1.0.0" } },
      "node_modules/b/node_modules/a": { version: "2.0.0", optionalDependencies: { "a-darwin-arm64": "2.0.0" } },
    },
  };

  const { packages } = completeLock(lock);

  const placed = Object.keys(packages).filter((key) => key.endsWith("a-darwin-arm64"));
  expect(placed.map((key) => packages[key]?.version).sort()).toEqual(["1.0.0", "2.0.0"]);
});

test("an optional package whose platform cannot be told from its name is refused, not guessed", () => {
  const lock: Lock = { packages: { "node_modules/a": { version: "1.0.0", optionalDependencies: { fast: "1.0.0" } } } };

  expect(() => completeLock(lock)).toThrow("Cannot tell from its name which platform fast is for");
});
