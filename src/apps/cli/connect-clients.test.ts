import { expect, test } from "vitest";
import { parse } from "yaml";
import { CLIENTS, type ClientForm, type Reach, shown } from "./connect-clients.ts";

const started: Reach = { command: "node", args: ["door.js", "mcp", "truth", "--data", "/a b"], env: { KEY: "v" } };
const running: Reach = { url: "http://127.0.0.1:7777/truth/mcp" };
const { command, args, env } = started;

/** What each client's documentation has for a server that it starts, and for one that runs. */
const FORMS: Readonly<Record<string, readonly [object, object | undefined]>> = {
  claude: [{ mcpServers: { truth: { command, args, env } } }, undefined],
  cline: [
    { mcpServers: { truth: { command, args, env } } },
    { mcpServers: { truth: { type: "streamableHttp", url: running.url, disabled: false } } },
  ],
  continue: [
    block({ name: "truth", type: "stdio", command, args, env }),
    block({ name: "truth", type: "streamable-http", url: running.url }),
  ],
  cursor: [{ mcpServers: { truth: { command, args, env } } }, { mcpServers: { truth: { url: running.url } } }],
  "gemini-cli": [
    { mcpServers: { truth: { command, args, env } } },
    { mcpServers: { truth: { httpUrl: running.url } } },
  ],
  goose: [
    {
      extensions: {
        truth: { name: "truth", enabled: true, timeout: 300, type: "stdio", cmd: command, args, envs: env },
      },
    },
    {
      extensions: { truth: { name: "truth", enabled: true, timeout: 300, type: "streamable_http", uri: running.url } },
    },
  ],
  jetbrains: [{ mcpServers: { truth: { command, args, env } } }, undefined],
  opencode: [
    { mcp: { truth: { type: "local", command: [command, ...args], environment: env, enabled: true } } },
    { mcp: { truth: { type: "remote", url: running.url, enabled: true } } },
  ],
  "opencode-2": [
    { mcp: { servers: { truth: { type: "local", command: [command, ...args], environment: env } } } },
    { mcp: { servers: { truth: { type: "remote", url: running.url } } } },
  ],
  vscode: [
    { servers: { truth: { type: "stdio", command, args, env } } },
    { servers: { truth: { type: "http", url: running.url } } },
  ],
  windsurf: [{ mcpServers: { truth: { command, args, env } } }, { mcpServers: { truth: { serverUrl: running.url } } }],
  zed: [{ context_servers: { truth: { command, args, env } } }, { context_servers: { truth: { url: running.url } } }],
};

function block(server: object): object {
  return { name: "Bailiwick", version: "0.0.1", schema: "v1", mcpServers: [server] };
}

/** What a terminal or another format takes. */
const TEXTS: Readonly<Record<string, readonly [string, string]>> = {
  "claude-code": [
    'claude mcp add truth --env KEY=v -- node door.js mcp truth --data "/a b"',
    `claude mcp add --transport http truth ${running.url}`,
  ],
  codex: [
    '[mcp_servers.truth]\ncommand = "node"\nargs = ["door.js","mcp","truth","--data","/a b"]\nenv = { KEY = "v" }',
    `[mcp_servers.truth]\nurl = "${running.url}"`,
  ],
  inspector: [
    'npx @modelcontextprotocol/inspector -e KEY=v node door.js mcp truth --data "/a b"',
    `npx @modelcontextprotocol/inspector ${running.url}`,
  ],
};

test("every client is told in its own form", () => {
  const told = Object.entries(CLIENTS).map(([name, form]) => {
    const [byStart, byUrl] = [started, running].map((truth) => shown(form, { truth }));
    return [name, TEXTS[name] === undefined ? [byStart, byUrl].map((text) => parse(text ?? "")) : [byStart, byUrl]];
  });

  const expected = Object.keys(CLIENTS).map((name) => {
    if (TEXTS[name] !== undefined) return [name, TEXTS[name]];
    const [byStart, byUrl] = FORMS[name] ?? [];
    // A client that takes no address is shown none; the command refuses to ask it.
    return [name, [byStart, byUrl ?? { mcpServers: {} }]];
  });
  expect(told).toEqual(expected);
});

test("a client that takes no address says what to do instead", () => {
  const without = Object.entries(CLIENTS).flatMap(([name, { noHttp }]) => (noHttp === undefined ? [] : [name]));

  expect(without).toEqual(["claude", "jetbrains"]);
});

test("what a shell would read anew is given to it as it is", () => {
  const reach = { command: "node", args: ["door.js", "--data", "/home/ada/it's $5 `now`"], env: {} };

  expect(shown(CLIENTS["claude-code"] as ClientForm, { truth: reach })).toBe(
    "claude mcp add truth -- node door.js --data '/home/ada/it'\\''s $5 `now`'",
  );
});
