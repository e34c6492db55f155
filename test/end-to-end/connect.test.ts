import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../kit/folder.ts";
import { DOOR, runCli } from "../kit/processes.ts";
import { play } from "../kit/transcript.ts";

test("connect alone lists what it knows, and a client without addresses says what to do", async () => {
  await play(
    temporaryFolder(),
    `
    $ bailiwick connect
    claude       Claude Desktop: claude_desktop_config.json (Settings, Developer, Edit Config)
    claude-code  Claude Code: a terminal
    …
    zed          Zed: settings.json (zed: open settings file)
    ! bailiwick connect CLIENT prints what to paste; with --write it puts it there and keeps a copy

    $ bailiwick connect claude --http http://127.0.0.1:7777
    ! bailiwick: Claude Desktop: its file knows no addresses: leave out --http, or add the address under Settings, Connectors
    (exit 2)

    $ bailiwick connect inspector --write --servers truth
    ! bailiwick: MCP Inspector has no file to write to; leave out --write and paste into a terminal
    (exit 2)
    `,
  );
});

test("what a client starts elsewhere finds the same data, configuration and environment", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "bailiwick.config.json"), JSON.stringify({ read_only: true }));
  const env = {
    INSTRUCTIONS_DIR: "rules",
    MCP_ENABLE_MUTATION: "1",
    BAILIWICK_DATABASE_URL: "postgres://u:secret@127.0.0.1:1/x",
  };

  const { stdout } = await runCli(["connect", "cursor", "--servers", "truth", "--data", "my data"], { cwd, env });

  expect(JSON.parse(stdout)).toEqual({
    mcpServers: {
      truth: {
        command: "node",
        args: [
          DOOR,
          "mcp",
          "truth",
          "--config",
          join(cwd, "bailiwick.config.json"),
          "--read-only",
          "--data",
          join(cwd, "my data"),
        ],
        env: {
          BAILIWICK_DATABASE_URL: env.BAILIWICK_DATABASE_URL,
          INSTRUCTIONS_DIR: join(cwd, "rules"),
          MCP_ENABLE_MUTATION: "1",
        },
      },
    },
  });
});

test("--write shows the change, keeps a copy, leaves the rest, and refuses what it would spoil", async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, ".cursor"));
  const before = JSON.stringify({ theme: "dark", mcpServers: { other: { command: "x" }, truth: { command: "old" } } });
  writeFileSync(join(cwd, ".cursor", "mcp.json"), before);
  writeFileSync(join(cwd, "opencode.json"), '{ // mine\n "theme": "x" }');
  mkdirSync(join(cwd, "home", ".config", "goose"), { recursive: true });
  writeFileSync(join(cwd, "home", ".config", "goose", "config.yaml"), "# mine\nGOOSE_MODEL: m\n");

  await play(
    cwd,
    `
    $ bailiwick connect cursor --write --servers truth,graph --http http://127.0.0.1:7777
    ./.cursor/mcp.json:
    + graph
    ~ truth (replaced)
    …
    what was there is kept in ./.cursor/mcp.json.before-…
    written; restart Cursor to let it see the change

    $ bailiwick connect cursor --write --servers truth,graph --http http://127.0.0.1:7777
    ./.cursor/mcp.json says so already

    $ bailiwick connect opencode --write --servers truth
    ! bailiwick: ./opencode.json holds comments or is not what it should be, and is left alone; …
    (exit 2)

    $ bailiwick connect goose --write --servers truth --http http://127.0.0.1:7777
    ./home/.config/goose/config.yaml:
    + truth
    …

    $ bailiwick connect codex --write --servers truth --http http://127.0.0.1:7777
    ./home/.codex/config.toml:
    + truth
    …

    $ bailiwick connect codex --write --servers truth
    ! bailiwick: there is a table [mcp_servers.truth] already; take it out first, or paste by hand
    (exit 2)
    `,
    { HOME: join(cwd, "home") },
  );
  const [kept = ""] = readdirSync(join(cwd, ".cursor")).filter((name) => name.includes(".before-"));
  expect(readFileSync(join(cwd, ".cursor", kept), "utf8")).toBe(before);
  expect(JSON.parse(readFileSync(join(cwd, ".cursor", "mcp.json"), "utf8"))).toEqual({
    theme: "dark",
    mcpServers: {
      other: { command: "x" },
      truth: { url: "http://127.0.0.1:7777/truth/mcp" },
      graph: { url: "http://127.0.0.1:7777/graph/mcp" },
    },
  });
  const goose = readFileSync(join(cwd, "home", ".config", "goose", "config.yaml"), "utf8");
  expect(goose).toMatch(/^# mine\nGOOSE_MODEL: m\nextensions:\n {2}truth:\n/);
});
