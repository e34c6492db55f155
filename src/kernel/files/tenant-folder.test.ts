import { expect, test } from "vitest";
import { INSTALLATION } from "../installation.ts";
import { tenantFolder } from "./tenant-folder.ts";

const NASTY = [
  "Ada",
  "ADA",
  "..",
  ".",
  "",
  "a/b",
  "../../etc",
  "a\\b",
  "a\0b",
  "con",
  "nul",
  "incoming",
  "sha256",
  "~ada",
  `~${"0".repeat(64)}`,
  INSTALLATION,
  "ada@example.com",
  "auth0|5f7c",
  "é",
  "e\u0301",
  "ada ",
  "ada.",
  "-rf",
  "a".repeat(65),
  "a".repeat(100_000),
  "ada\n",
  "constructor",
  "__proto__",
];

test("a plain id is its own folder", () => {
  for (const id of ["local", "ada", "user_1-2", "00000000-0000-4000-8000-000000000000", "a".repeat(64)]) {
    expect(tenantFolder(id)).toBe(id);
  }
});

test("whatever the id, its folder is one safe name that no other id has, on any disk", () => {
  const ids = [...NASTY, "ada", "local", "a".repeat(64)];
  const folders = ids.map(tenantFolder);
  for (const folder of folders) expect(folder).toMatch(/^(~[0-9a-f]{64}|[a-z0-9][a-z0-9_-]{0,63})$/);
  expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(ids.length);
  expect(folders).not.toContain("incoming");
  expect(folders).not.toContain("sha256");
});
