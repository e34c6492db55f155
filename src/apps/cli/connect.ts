import { join } from "node:path";
import { suggestion } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { productRoot } from "../product-root.ts";
import { chosenServers } from "../server-names.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

const DOOR = join(productRoot(), "bin", "bailiwick.js");

/** How one server is reached: started by the client, or already running. */
type Reach =
  | { readonly command: string; readonly args: readonly string[] }
  | { readonly type: "http"; readonly url: string };
type Reaches = Readonly<Record<string, Reach>>;

const json = (value: unknown) => JSON.stringify(value, undefined, 2);
const quoted = (words: readonly string[]) =>
  words.map((word) => (/^[\w./:@=-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");

/** How each client wants to be told. */
const CLIENTS: Readonly<Record<string, { readonly where: string; show(reaches: Reaches): string }>> = {
  claude: {
    where: "claude_desktop_config.json (Settings, Developer, Edit Config)",
    show: (mcpServers) => json({ mcpServers }),
  },
  "claude-code": {
    where: "a terminal",
    show: (reaches) =>
      Object.entries(reaches)
        .map(([name, reach]) =>
          "url" in reach
            ? `claude mcp add --transport http ${name} ${reach.url}`
            : `claude mcp add ${name} -- ${quoted([reach.command, ...reach.args])}`,
        )
        .join("\n"),
  },
  cursor: { where: ".cursor/mcp.json", show: (mcpServers) => json({ mcpServers }) },
  vscode: { where: ".vscode/mcp.json", show: (servers) => json({ servers }) },
  windsurf: { where: "~/.codeium/windsurf/mcp_config.json", show: (mcpServers) => json({ mcpServers }) },
  codex: {
    where: "~/.codex/config.toml",
    show: (reaches) =>
      Object.entries(reaches)
        .map(([name, reach]) =>
          "url" in reach
            ? `[mcp_servers.${name}]\nurl = ${JSON.stringify(reach.url)}`
            : `[mcp_servers.${name}]\ncommand = ${JSON.stringify(reach.command)}\nargs = ${JSON.stringify(reach.args)}`,
        )
        .join("\n\n"),
  },
  inspector: {
    where: "a terminal",
    show: (reaches) =>
      Object.values(reaches)
        .map(
          (reach) =>
            `npx @modelcontextprotocol/inspector ${"url" in reach ? reach.url : quoted([reach.command, ...reach.args])}`,
        )
        .join("\n"),
  },
};

/** Prints what to paste into a client, and where. */
export async function connect(
  [client = ""]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  const form = Object.hasOwn(CLIENTS, client) ? CLIENTS[client] : undefined;
  if (form === undefined) {
    const names = Object.keys(CLIENTS);
    throw new UsageError(`no client ${client}${suggestion(client, names)} (clients: ${names.join(", ")})`);
  }
  const servers = await withKernel(settings, terminal, async (kernel) => chosenServers(kernel, settings.servers));
  if (servers.length === 0) throw new UsageError("this build has only hidden servers; name one with --servers");
  const base = typeof flags.http === "string" ? flags.http.replace(/\/+$/, "") : undefined;
  const reaches = Object.fromEntries(
    servers.map((name): [string, Reach] => [
      name,
      base === undefined
        ? { command: "node", args: stdioArguments(name, settings) }
        : { type: "http", url: `${base}/${name}/mcp` },
    ]),
  );
  terminal.warn(`paste into ${form.where}:`);
  terminal.print(form.show(reaches));
  return 0;
}

function stdioArguments(server: string, { folder, databaseUrl, readOnly }: Settings): string[] {
  return [
    DOOR,
    "mcp",
    server,
    "--data",
    folder,
    ...(databaseUrl === undefined ? [] : ["--database", databaseUrl]),
    ...(readOnly ? ["--read-only"] : []),
  ];
}
