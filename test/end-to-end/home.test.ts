import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { DOOR, runCli } from "../kit/processes.ts";

const SENTENCE = "Mira is allergic to walnuts — 🌰 even traces.";

/** The official client in front of `bailiwick mcp` without a name. */
async function connect(data: string): Promise<Client> {
  const client = new Client({ name: "stranger", version: "1" });
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [DOOR, "mcp", "--data", data], env, stderr: "ignore" }),
  );
  onTestFinished(() => client.close());
  return client;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
async function call(client: Client, name: string, args: Record<string, unknown>): Promise<any> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
  expect([isError, JSON.parse((content as { text: string }[])[0]?.text ?? "")]).toEqual([undefined, structuredContent]);
  return structuredContent;
}

test("a stranger connects, says something, closes everything, asks again and opens the proof", async () => {
  const data = temporaryFolder();
  const first = await connect(data);
  const { tools } = await first.listTools();
  const names = ["brief", "changes", "correct", "forget", "open", "recall", "remember", "undo"];
  expect(tools.map(({ name }) => name)).toEqual(names);
  expect(first.getInstructions()?.length).toBeLessThan(1200);
  const { memory_id } = await call(first, "remember", { text: SENTENCE });
  await first.close();

  const second = await connect(data);
  const recalled = await call(second, "recall", { question: "What must Mira not eat, being allergic?" });
  expect(recalled.evidence[0]).toMatchObject({ quote: SENTENCE, source: { id: memory_id, author: "stranger" } });
  const { proof_id } = recalled.evidence[0];
  const opened = await call(second, "open", { proof_id });
  expect(opened).toMatchObject({ quote: SENTENCE, verified: true, log: { seq: 1, actor: { agent: "stranger" } } });
  const { contents } = await second.readResource({ uri: `bailiwick://proof/${proof_id}` });
  expect(JSON.parse((contents[0] as { text: string }).text)).toEqual(opened);
  await expect(second.readResource({ uri: "bailiwick://proof/w.nothing" })).rejects.toThrow();

  const { prompts } = await second.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["start_session", "end_session"]);
  const start = await second.getPrompt({ name: "start_session", arguments: { topic: "Mira" } });
  expect(JSON.stringify(start.messages)).toContain("allergic to walnuts");
  await second.close();

  const shown = await runCli(["open", proof_id, "--data", data]);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining(`> ${SENTENCE}`) });
  const json = await runCli(["recall", "walnuts", "--json", "--data", data]);
  expect(JSON.parse(json.stdout).evidence[0].quote).toBe(SENTENCE);
  expect(await runCli(["open", "w.nothing", "--data", data])).toMatchObject({ code: 1, stdout: "" });
});

test("connect offers home first, shows hooks before it writes them, and writes them once", async () => {
  const [data, cwd] = [temporaryFolder(), temporaryFolder()];
  const shown = await runCli(["connect", "claude-code", "--data", data], { cwd });
  expect(shown.stdout).toBe(`claude mcp add bailiwick -- node ${DOOR} mcp --data ${data}\n`);

  writeFileSync(join(cwd, "AGENTS.md"), "Be kind.\n");
  const agents = await runCli(["connect", "codex", "--hooks", "--data", data], { cwd });
  expect(agents.stdout).toContain("Memory (Bailiwick):");
  expect(readFileSync(join(cwd, "AGENTS.md"), "utf8")).toBe("Be kind.\n");
  for (const _time of [1, 2]) await runCli(["connect", "codex", "--hooks", "--write", "--data", data], { cwd });
  expect(readFileSync(join(cwd, "AGENTS.md"), "utf8").match(/^Be kind\.\n\nMemory \(Bailiwick\):/g)).toHaveLength(1);
  expect(readFileSync(join(cwd, "AGENTS.md"), "utf8").split("Memory (Bailiwick):")).toHaveLength(2);

  for (const _time of [1, 2]) await runCli(["connect", "claude-code", "--hooks", "--write", "--data", data], { cwd });
  const { hooks } = JSON.parse(readFileSync(join(cwd, ".claude", "settings.json"), "utf8"));
  expect(Object.keys(hooks)).toEqual(["SessionStart", "SessionEnd"]);
  expect(hooks.SessionStart).toHaveLength(1);
  expect(await runCli(["connect", "windsurf", "--hooks", "--data", data], { cwd })).toMatchObject({ code: 2 });
});

test("before anything is remembered, a hook or a person who asks is told so, and that is no failure", async () => {
  const data = join(temporaryFolder(), "none");
  for (const words of [["brief"], ["changes"], ["recall", "What is known?"]]) {
    const asked = await runCli([...words, "--data", data]);
    expect(asked).toMatchObject({
      code: 0,
      stdout: `nothing is remembered in ${data} yet; \`bailiwick remember "…"\` begins\n`,
    });
  }
  expect(existsSync(data)).toBe(false);
});

test("what was remembered is shown with its words, and a client is told of the server once", async () => {
  const [data, home] = [temporaryFolder(), temporaryFolder()];
  const { stdout } = await runCli(["remember", SENTENCE, "--json", "--data", data]);
  const shown = await runCli(["show", JSON.parse(stdout).memory_id, "--data", data]);
  expect(shown.stdout).toContain(`words: ${SENTENCE}`);

  const write = () => runCli(["connect", "codex", "--write", "--data", data], { env: { HOME: home } });
  expect((await write()).stdout).toContain("+ bailiwick");
  const again = await write();
  expect(again).toMatchObject({ code: 0, stdout: `${join(home, ".codex", "config.toml")} says so already\n` });
});
