import { expect, test } from "vitest";
import {
  completeLock,
  type Lock,
  listDownloadAddresses,
  listMissingEntries,
  readLock,
} from "../scripts/complete-lock.ts";

test("the committed lock has an entry for every platform's optional packages", () => {
  expect([...listMissingEntries(readLock()).keys()]).toEqual([]);
});

test("the committed lock names no download address", () => {
  const lock = readLock();

  expect(listDownloadAddresses(lock)).toEqual([]);
  expect(JSON.stringify(lock)).not.toContain('"resolved":"http');
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
