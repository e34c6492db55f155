import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { runCli } from "../kit/processes.ts";

test.each([
  ["demo", []],
  ["import", ["notebook", "notes"]],
])("%s --read-only is refused and leaves nothing", async (command, words) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "notes"));
  writeFileSync(join(cwd, "notes", "a.md"), "A note.\n");
  const { code, stdout, stderr } = await runCli([command, ...words, "--data", "data", "--read-only"], { cwd });
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: "",
    stderr: `bailiwick: ${command} writes; leave out --read-only\n`,
  });
  expect(existsSync(join(cwd, "data"))).toBe(false);
});

test.each([
  ["export", ["instructions", "out.json"]],
  ["checkpoint", ["out.json"]],
])("%s of a data folder that is not there is refused and writes no file", async (command, words) => {
  const cwd = temporaryFolder();
  const { code, stdout, stderr } = await runCli([command, ...words, "--data", "nothing"], { cwd });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("holds no database yet");
  expect([existsSync(join(cwd, "out.json")), existsSync(join(cwd, "nothing"))]).toEqual([false, false]);
});
