import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/apps/cli/commands.ts";
import { productRoot } from "../../src/apps/product-root.ts";
import { sha256 } from "../../src/kernel/index.ts";
import { temporaryFolder } from "../kit/folder.ts";
import { runCli, startStdio } from "../kit/processes.ts";

/** Below a file there can be no folder, for root too. */
const UNWRITABLE = "/dev/null/x";

async function writeNote(data: string, text: string): Promise<string> {
  const peer = startStdio("conformance", ["--data", data]);
  await peer.initialize();
  const { result } = await peer.callTool("test_write", { text });
  await peer.end();
  return result.structuredContent.id;
}

/** Every file below a folder by its content's hash. SQLite's readers leave an index and an empty journal: no content. */
function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  const kept = paths.filter((path) => !path.endsWith("-shm") && statSync(path).size > 0);
  return Object.fromEntries(kept.map((path) => [path, sha256(readFileSync(path, "latin1"))]));
}

test("a short command loads no package, no world and no server", async () => {
  const file = join(temporaryFolder(), "loads.json");
  const env = { NODE_OPTIONS: `--import=${new URL("../kit/note-loads.ts", import.meta.url).href}`, LOADS_FILE: file };

  const { code } = await runCli(["version"], { env });

  const loaded = JSON.parse(readFileSync(file, "utf8")) as string[];
  expect(code).toBe(0);
  expect(loaded.some((url) => url.endsWith("/dist/main.js"))).toBe(true);
  expect(loaded.filter((url) => /node_modules|\/(?:world|serve|sqlite|mcp)-/.test(url))).toEqual([]);
});

test("help lists every command in its column and where to begin, and so do no words at all", async () => {
  const [help, flag, none] = await Promise.all([runCli(["help"]), runCli(["--help"]), runCli([])]);

  expect(help).toMatchObject({ code: 0, stderr: "" });
  for (const { usage, summary } of Object.values(COMMANDS)) {
    const gap = usage.length > 20 ? `\n${" ".repeat(22)}` : " ".repeat(20 - usage.length);
    expect(help.stdout).toContain(`  ${usage}${gap} ${summary}\n`);
  }
  expect(help.stdout).toContain('To begin with:\n  bailiwick remember "Mira is allergic to walnuts."\n');
  expect([flag, none]).toEqual([help, help]);
});

test("help of a command shows its flags and examples, however it is asked for", async () => {
  const names = Object.keys(COMMANDS);
  const shown = await Promise.all(
    names.map(async (name) => [await runCli(["help", name]), await runCli([name, "--help"])]),
  );

  for (const [index, name] of names.entries()) {
    const { usage, flags, examples } = COMMANDS[name] ?? { usage: "", flags: {}, examples: [] };
    const [asked, flagged] = shown[index] ?? [];
    expect(asked).toMatchObject({ code: 0, stderr: "" });
    expect(asked?.stdout.startsWith(`bailiwick ${usage}: `)).toBe(true);
    for (const word of [...Object.keys(flags).map((flag) => `--${flag}`), "--data DIR", ...examples]) {
      expect(asked?.stdout).toContain(`  ${word}`);
    }
    expect(flagged).toEqual(asked);
  }
});

test.for([
  [["sevre"], "unknown command sevre; did you mean serve?"],
  [["verify", "--checkpont", "x"], "verify has no flag --checkpont; did you mean --checkpoint?"],
  [["verify", "--read-only=yes"], "--read-only takes no value"],
  [["verify", "--data"], "--data needs a value: --data DIR"],
  [["verify", "--data", "a", "--data", "b"], "--data is given twice"],
  [["verify", "--log-level", "debgu"], "did you mean debug?"],
  [["serve", "--port", "none"], "--port is wrong: "],
  [["serve", "--servers", "truht"], "there is no server truht; did you mean truth?"],
  [["mcp", "notebok"], "there is no server notebok; did you mean notebook? (servers: documentation, "],
  [["connect", "curser"], "no client curser; did you mean cursor?"],
  [["help", "sevre"], "did you mean serve?"],
  [["constructor"], "unknown command constructor; `bailiwick help` lists all"],
  [["connect", "constructor"], "no client constructor"],
  [["verify", "--constructor", "x"], "verify has no flag --constructor"],
] as const)("%j is refused with what was probably meant, and exit 2", async ([args, message]) => {
  const refused = await runCli(args, { cwd: temporaryFolder() });

  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  expect(refused.stderr).toMatch(/^bailiwick: .*\n$/);
});

test.for([
  ['{"dta": "x"}', "bailiwick.config.json; did you mean data?"],
  ['{"limits": {"calls_per_minut": 1}}', "did you mean calls_per_minute?"],
  ['{"port": "80"}', "port in "],
  ["[]", "must hold a JSON object"],
  ["{", "cannot be read"],
] as const)("the configuration %s is refused with exit 2: %s", async ([config, message]) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "bailiwick.config.json"), config);

  const refused = await runCli(["verify"], { cwd });

  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
});

test("a configuration file that is named must be there", async () => {
  expect(await runCli(["verify", "--config", "none.json"], { cwd: temporaryFolder() })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("none.json cannot be read"),
  });
});

test("a flag beats the environment, which beats the file", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "bailiwick.config.json"), JSON.stringify({ data: "of-file" }));
  const dataOf = async (args: string[], env?: Record<string, string>) => {
    const shown = await runCli(["connect", "cursor", "--servers", "conformance", ...args], {
      cwd,
      ...(env && { env }),
    });
    return JSON.parse(shown.stdout).mcpServers.conformance.args.at(-1);
  };
  const env = { BAILIWICK_DATA: "of-environment" };

  const chosen = [await dataOf([]), await dataOf([], env), await dataOf(["--data", "of-flag"], env)];

  expect(chosen).toEqual(["of-file", "of-environment", "of-flag"].map((name) => join(cwd, name)));
});

test("verify of a folder that cannot be is a plain message and exit 1", async () => {
  const refused = await runCli(["verify", "--data", UNWRITABLE]);

  expect(refused).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^bailiwick: The data folder holds no database yet\..*\n$/),
  });
});

test("over stdio a folder that cannot be written fails the call that needs it, and no other", async () => {
  const peer = startStdio("conformance", ["--data", UNWRITABLE]);
  await peer.initialize();

  const refused = await peer.callTool("test_write", { text: "x" });
  const simple = await peer.callTool("test_simple_text", {});

  expect(refused.result).toMatchObject({
    isError: true,
    structuredContent: { error: { code: "storage_unwritable", message: "The data folder cannot be written" } },
  });
  expect(simple.result.isError).toBeUndefined();
  expect(await peer.end()).toBe(0);
});

test("--read-only reads, refuses to write with a typed error, and changes no file", async () => {
  const data = temporaryFolder();
  const id = await writeNote(data, "kept");
  const before = filesIn(data);
  const peer = startStdio("conformance", ["--data", data, "--read-only"]);
  await peer.initialize();

  const read = await peer.callTool("test_read", { id });
  const refused = await peer.callTool("test_write", { text: "new" });
  const rehearsed = await peer.callTool("test_write", { text: "new", dry_run: true });
  await peer.end();

  expect(read.result.structuredContent).toEqual({ id, text: "kept", times: 1 });
  expect([refused, rehearsed].map(({ result }) => [result.isError, result.structuredContent.error.code])).toEqual([
    [true, "read_only"],
    [true, "read_only"],
  ]);
  expect(filesIn(data)).toEqual(before);
});

test("starting up and listing touches no file", async () => {
  const data = join(temporaryFolder(), "data");
  const peer = startStdio("conformance", ["--data", data]);
  await peer.initialize();
  for (const list of ["tools", "resources", "resources/templates", "prompts"]) await peer.request(`${list}/list`);
  await peer.callTool("test_simple_text", {});

  expect(existsSync(data)).toBe(false);
  await peer.callTool("test_write", { text: "first" });
  expect(existsSync(join(data, "bailiwick.db"))).toBe(true);
});

test("doctor exits 0 when everything works and 1 with the reason when something does not", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "bailiwick.config.json"), '{"port": 0}');
  mkdirSync(join(cwd, "data"));

  const well = await runCli(["doctor", "--data", "data"], { cwd });
  const ill = await runCli(["doctor", "--data", UNWRITABLE], { cwd });
  const away = await runCli(["doctor", "--data", "data", "--database", "postgres://127.0.0.1:1/none"], { cwd });

  expect({ code: well.code, bad: well.stdout.match(/^no .*/gm) }).toEqual({ code: 0, bad: null });
  expect({ code: ill.code, bad: ill.stdout.match(/^no +(data folder|database): .+/gm)?.length }).toEqual({
    code: 1,
    bad: 1,
  });
  expect({ code: away.code, bad: away.stdout.match(/^no .*/gm) }).toEqual({
    code: 1,
    bad: ["database", "tenants"].map((name) =>
      expect.stringMatching(new RegExp(`^no {3}${name}: Nothing answers at the database address`)),
    ),
  });
});

test("whoever stops reading the output early is not told of a fault", async () => {
  const child = spawn("sh", ["-c", '"$0" bin/bailiwick.js help | true', process.execPath], { cwd: productRoot() });
  const [stderr] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(stderr).toBe("");
});
