import { stringify } from "yaml";

/** How one server is reached: started by the client, or already running. */
export type Reach =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly url: string };
export type Reaches = Readonly<Record<string, Reach>>;

/** How one client wants to be told, as its documentation has it. */
export interface ClientForm {
  readonly title: string;
  /** Where its settings lie, or what else to do with what is printed. */
  readonly where: string;
  /** The file that `--write` changes: below the working folder, or below the home folder after `~/`. */
  readonly file?: string;
  /** The way to the servers inside the file. */
  readonly under?: readonly string[];
  /** What stands there for one server; undefined where it cannot be reached that way. */
  entry?(name: string, reach: Reach): object | undefined;
  /** What is printed, where it is not the file's own JSON. */
  show?(reaches: Reaches): string;
  /** Said instead of an address where the client takes none. */
  readonly noHttp?: string;
  readonly format?: "json" | "yaml" | "toml";
}

/** Words as POSIX shells and PowerShell read them: between double quotes both would read `$` and backticks anew. */
const quoted = (words: readonly string[]) => words.map(quotedWord).join(" ");

function quotedWord(word: string): string {
  if (/^[\w./:@=-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/** A server that the client starts, in the form most clients share. */
function started(reach: Reach, more: object = {}): object | undefined {
  if ("url" in reach) return undefined;
  const { command, args, env } = reach;
  return { ...more, command, args, ...(Object.keys(env).length > 0 && { env }) };
}

const plainOrUrl = (_name: string, reach: Reach) => ("url" in reach ? { url: reach.url } : started(reach));

/** Every client whose form was looked up in its documentation. */
export const CLIENTS: Readonly<Record<string, ClientForm>> = {
  claude: {
    title: "Claude Desktop",
    where: "claude_desktop_config.json (Settings, Developer, Edit Config)",
    under: ["mcpServers"],
    entry: (_name, reach) => started(reach),
    noHttp: "its file knows no addresses: leave out --http, or add the address under Settings, Connectors",
  },
  "claude-code": {
    title: "Claude Code",
    where: "a terminal",
    file: ".mcp.json",
    under: ["mcpServers"],
    entry: (_name, reach) => ("url" in reach ? { type: "http", url: reach.url } : started(reach)),
    show: (reaches) =>
      Object.entries(reaches)
        .map(([name, reach]) => {
          if ("url" in reach) return `claude mcp add --transport http ${name} ${reach.url}`;
          const env = Object.entries(reach.env).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
          return quoted(["claude", "mcp", "add", name, ...env, "--", reach.command, ...reach.args]);
        })
        .join("\n"),
  },
  cline: {
    title: "Cline",
    where: "cline_mcp_settings.json (MCP Servers, Configure, Configure MCP Servers)",
    file: "~/.cline/data/settings/cline_mcp_settings.json",
    under: ["mcpServers"],
    entry: (_name, reach) =>
      "url" in reach ? { type: "streamableHttp", url: reach.url, disabled: false } : started(reach),
  },
  codex: {
    title: "Codex",
    where: "~/.codex/config.toml",
    file: "~/.codex/config.toml",
    format: "toml",
    show: (reaches) =>
      Object.entries(reaches)
        .map(([name, reach]) => codexTable(name, reach))
        .join("\n\n"),
  },
  continue: {
    title: "Continue",
    where: ".continue/mcpServers/bailiwick.yaml",
    file: ".continue/mcpServers/bailiwick.yaml",
    format: "yaml",
    show: (reaches) => stringify(continueBlock(reaches)).trimEnd(),
  },
  cursor: {
    title: "Cursor",
    where: ".cursor/mcp.json",
    file: ".cursor/mcp.json",
    under: ["mcpServers"],
    entry: plainOrUrl,
  },
  "gemini-cli": {
    title: "Gemini CLI",
    where: "~/.gemini/settings.json",
    file: "~/.gemini/settings.json",
    under: ["mcpServers"],
    entry: (_name, reach) => ("url" in reach ? { httpUrl: reach.url } : started(reach)),
  },
  goose: {
    title: "goose",
    where: "~/.config/goose/config.yaml",
    file: "~/.config/goose/config.yaml",
    format: "yaml",
    under: ["extensions"],
    entry(name, reach) {
      const shared = { name, enabled: true, timeout: 300 };
      if ("url" in reach) return { ...shared, type: "streamable_http", uri: reach.url };
      return { ...shared, type: "stdio", cmd: reach.command, args: reach.args, envs: reach.env };
    },
  },
  inspector: {
    title: "MCP Inspector",
    where: "a terminal",
    show: (reaches) =>
      Object.values(reaches)
        .map((reach) => {
          if ("url" in reach) return quoted(["npx", "@modelcontextprotocol/inspector", reach.url]);
          const env = Object.entries(reach.env).flatMap(([key, value]) => ["-e", `${key}=${value}`]);
          return quoted(["npx", "@modelcontextprotocol/inspector", ...env, reach.command, ...reach.args]);
        })
        .join("\n"),
  },
  jetbrains: {
    title: "JetBrains (Junie, AI Assistant)",
    where: ".junie/mcp/mcp.json, or Settings, Tools, AI Assistant, Model Context Protocol",
    file: ".junie/mcp/mcp.json",
    under: ["mcpServers"],
    entry: (_name, reach) => started(reach),
    noHttp: "Junie starts servers itself: leave out --http",
  },
  opencode: {
    title: "opencode",
    where: "opencode.json, or ~/.config/opencode/opencode.json",
    file: "opencode.json",
    under: ["mcp"],
    entry: (_name, reach) =>
      "url" in reach
        ? { type: "remote", url: reach.url, enabled: true }
        : { type: "local", command: [reach.command, ...reach.args], environment: reach.env, enabled: true },
  },
  "opencode-2": {
    title: "opencode 2",
    where: "opencode.json, or ~/.config/opencode/opencode.json",
    file: "opencode.json",
    under: ["mcp", "servers"],
    entry: (_name, reach) =>
      "url" in reach
        ? { type: "remote", url: reach.url }
        : { type: "local", command: [reach.command, ...reach.args], environment: reach.env },
  },
  vscode: {
    title: "Visual Studio Code",
    where: ".vscode/mcp.json",
    file: ".vscode/mcp.json",
    under: ["servers"],
    entry: (_name, reach) => ("url" in reach ? { type: "http", url: reach.url } : started(reach, { type: "stdio" })),
  },
  windsurf: {
    title: "Windsurf",
    where: "~/.codeium/windsurf/mcp_config.json",
    file: "~/.codeium/windsurf/mcp_config.json",
    under: ["mcpServers"],
    entry: (_name, reach) => ("url" in reach ? { serverUrl: reach.url } : started(reach)),
  },
  zed: {
    title: "Zed",
    where: "settings.json (zed: open settings file)",
    file: "~/.config/zed/settings.json",
    under: ["context_servers"],
    entry: plainOrUrl,
  },
};

/** What is pasted: the client's own words, or the servers in the form of its file. */
export function shown(form: ClientForm, reaches: Reaches): string {
  return form.show === undefined ? inFile(form, reaches) : form.show(reaches);
}

/** What stands in the client's file, whatever else could be pasted. */
export function inFile(form: ClientForm, reaches: Reaches): string {
  if (form.entry === undefined) return form.show?.(reaches) ?? "";
  const inner = (form.under ?? []).reduceRight<object>((value, key) => ({ [key]: value }), entriesOf(form, reaches));
  return form.format === "yaml" ? stringify(inner).trimEnd() : JSON.stringify(inner, undefined, 2);
}

/** The servers as they stand in the client's file. */
export function entriesOf(form: ClientForm, reaches: Reaches): Record<string, object> {
  return Object.fromEntries(
    Object.entries(reaches).flatMap(([name, reach]) => {
      const entry = form.entry?.(name, reach);
      return entry === undefined ? [] : [[name, entry]];
    }),
  );
}

/** One table of Codex's file. JSON's strings and lists are also TOML's. */
export function codexTable(name: string, reach: Reach): string {
  const head = `[mcp_servers.${name}]`;
  if ("url" in reach) return `${head}\nurl = ${JSON.stringify(reach.url)}`;
  const env = Object.entries(reach.env).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [
    head,
    `command = ${JSON.stringify(reach.command)}`,
    `args = ${JSON.stringify(reach.args)}`,
    ...(env.length > 0 ? [`env = { ${env.join(", ")} }`] : []),
  ].join("\n");
}

function continueBlock(reaches: Reaches): object {
  return {
    name: "Bailiwick",
    version: "0.0.1",
    schema: "v1",
    mcpServers: Object.entries(reaches).map(([name, reach]) =>
      "url" in reach ? { name, type: "streamable-http", url: reach.url } : { name, type: "stdio", ...started(reach) },
    ),
  };
}
