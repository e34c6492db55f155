import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { CLEAN_ENVIRONMENT, DOOR, runCli } from "../kit/processes.ts";

async function runWith(stdin: string, args: readonly string[]) {
  const child = spawn(process.execPath, [DOOR, ...args], { env: CLEAN_ENVIRONMENT, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end(stdin);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr };
}

test("users and clients are added, listed and removed by command, the password by standard input", async () => {
  const place = ["--data", temporaryFolder()];
  expect(await runWith("a good password\n", ["users", "add", "ada", "--operator", ...place])).toEqual({
    code: 0,
    stdout: "ada can sign in\n",
    stderr: "",
  });
  const invited = await runCli(["users", "invite", "bob", "--url", "https://memory.example/", ...place]);
  expect(invited.stdout).toMatch(/https:\/\/memory\.example\/invitation\/[\w-]{43}\n$/);
  expect((await runCli(["users", ...place])).stdout).toBe("ada\toperator\tactive\tpassword\nbob\tmember\tinvited\t-\n");
  expect(await runWith("short\n", ["users", "set-password", "ada", ...place])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("at least 10"),
  });
  expect(await runCli(["users", "remove", "ada", ...place])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("last operator"),
  });
  expect((await runCli(["users", "remove", "bob", ...place])).code).toBe(0);
  expect(await runCli(["users", "ad", "eve", ...place])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("add"),
  });

  const redirect = ["--redirect", "http://127.0.0.1/callback"];
  expect((await runCli(["clients", "add", "editor", "--name", "The editor", ...redirect, ...place])).code).toBe(0);
  expect((await runCli(["clients", ...place])).stdout).toBe("editor\tThe editor\thttp://127.0.0.1/callback\n");
  expect((await runCli(["clients", "remove", "editor", ...place])).code).toBe(0);
  expect((await runCli(["clients", "remove", "editor", ...place])).code).toBe(1);
  expect((await runCli(["clients", "add", "editor", ...place])).code).toBe(2);
});

test("a slip in the section auth is told with the right spelling, and an unsafe address is refused", async () => {
  const data = temporaryFolder();
  const config = join(data, "config.json");
  const tell = async (auth: unknown, ...args: string[]) => {
    writeFileSync(config, JSON.stringify({ auth }));
    const { code, stderr } = await runCli(["serve", "--port", "0", "--config", config, "--data", data, ...args]);
    return [code, stderr];
  };
  expect(await tell("oath")).toEqual([2, expect.stringContaining("oauth")]);
  expect(await tell({ mode: "oauth", registraton: true })).toEqual([2, expect.stringContaining("registration")]);
  const upstream = { issuer: "https://login.example", client_id: "x", nme: "Example" };
  expect(await tell({ mode: "oauth", upstream })).toEqual([2, expect.stringContaining("name")]);
  expect(await tell("oauth", "--public-url", "https://box.example/base")).toEqual([
    2,
    expect.stringContaining("it has no path"),
  ]);
  expect(await tell("oauth", "--host", "0.0.0.0")).toEqual([2, expect.stringContaining("--public-url https://")]);
  expect(await tell("oauth", "--host", "0.0.0.0", "--public-url", "http://box.example")).toEqual([
    2,
    expect.stringContaining("TLS"),
  ]);
  expect((await runCli(["serve", "--auth", "oath"])).stderr).toContain("--auth is wrong");
});
