import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import type { Flag } from "../src/apps/cli/command.ts";
import { COMMANDS, COMMON_FLAGS } from "../src/apps/cli/commands.ts";
import { WORLDS } from "../src/apps/worlds.ts";
import { type BoundServer, bindServer, type RunningWorld } from "../src/kernel/call/index.ts";
import { listedTool } from "../src/kernel/call/tool-schemas.ts";
import { ERRORS } from "../src/kernel/errors.ts";
import type { Tool } from "../src/kernel/tool.ts";
import type { World } from "../src/kernel/world.ts";
import { tamperLines } from "./tamper-page.ts";

const NOTICE = "<!-- Written by `npm run docs` from the code. Edit the code, not this file. -->";

/** The reference pages, by path below docs/reference. */
export async function referenceDocs(): Promise<Map<string, string>> {
  const pages = new Map([
    ["errors.md", errorsPage()],
    ["command-line.md", commandLinePage()],
    ["tamper-table.md", page("Tamper table", tamperLines())],
  ]);
  for (const world of WORLDS) {
    const code = await world.load();
    for (const server of code.servers) {
      // What its world is at run time shows in no page.
      pages.set(`servers/${server.name}.md`, serverPage(world, bindServer({} as RunningWorld, server)));
    }
  }
  return pages;
}

function errorsPage(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, rpc, retry, hint }]) =>
      `| \`${code}\` | ${status} | ${rpc} | ${retry ? "yes" : "no"} | ${cell(hint)} |`,
  );
  return page("Errors", [
    "Every way a call can fail. Codes are never renamed. Each world words them in its own shape; the code and the advice stay.",
    "",
    "| code | HTTP | JSON-RPC | try again? | what to do |",
    "|---|---|---|---|---|",
    ...rows,
  ]);
}

function commandLinePage(): string {
  const flagRows = (flags: Readonly<Record<string, Flag>>) =>
    Object.entries(flags).map(
      ([flag, { value, help }]) => `| \`--${flag}${value === undefined ? "" : ` ${value}`}\` | ${cell(help)} |`,
    );
  const table = (flags: Readonly<Record<string, Flag>>) => ["| flag | meaning |", "|---|---|", ...flagRows(flags), ""];
  const sections = Object.values(COMMANDS).flatMap(({ usage, summary, flags, examples }) => [
    `## bailiwick ${usage}`,
    "",
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    "",
    ...(Object.keys(flags).length > 0 ? table(flags) : []),
    "```",
    ...examples,
    "```",
    "",
  ]);
  return page("Command line", [
    "A flag beats an environment variable, which beats the configuration file. Nothing unknown is ever ignored.",
    "",
    "Exit codes: 0 done; 1 a check failed or the work could not be done; 2 the command line or configuration is wrong.",
    "",
    "## Flags of every command",
    "",
    ...table(COMMON_FLAGS),
    ...sections,
  ]);
}

function serverPage(world: World, bound: BoundServer): string {
  const { server } = bound;
  // What a model is told in few words is told whole here.
  const { listsBriefly: _, ...whole } = server;
  const tools = [...server.tools]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((tool) => toolSection(tool, listedTool(tool, whole)));
  return page(`Server ${server.name}`, [
    server.instructions,
    "",
    `World: ${world.name}. Tools: ${server.tools.length}.${world.hidden === true ? " Hidden: it is started by name only." : ""}`,
    "",
    ...tools,
  ]);
}

function toolSection(tool: Tool<never>, listed: ListedTool): string[] {
  const required = new Set(listed.inputSchema.required ?? []);
  const argumentsOf = Object.entries(listed.inputSchema.properties ?? {}).map(([name, schema]) => {
    const { type, description } = schema as { type?: string; description?: string };
    return `| \`${name}\` | ${type ?? "any"} | ${required.has(name) ? "yes" : "no"} | ${cell(description ?? "")} |`;
  });
  const others = [...tool.aliases, ...(tool.methods ?? [])].map((name) => `\`${name}\``);
  return [
    `## ${listed.name}`,
    "",
    `*${tool.effect}*${tool.isInner ? " · not listed: for tools of other worlds" : ""} · ${listed.description ?? ""}`,
    "",
    ...(others.length > 0 ? [`Also: ${others.join(", ")}.`, ""] : []),
    ...(argumentsOf.length > 0
      ? ["| argument | type | required | meaning |", "|---|---|---|---|", ...argumentsOf, ""]
      : []),
    ...answerTable(listed.outputSchema as Schema | undefined),
  ];
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

function answerTable(output: Schema | undefined): string[] {
  const rows = Object.entries(output?.properties ?? {})
    .filter(([name]) => name !== "error")
    .flatMap(([name, schema]) => answerRows(name, schema));
  return rows.length === 0 ? [] : ["| answer | type | meaning |", "|---|---|---|", ...rows, ""];
}

/** A field of an answer, and those inside it. */
function answerRows(name: string, schema: Schema): string[] {
  const whole = schema.anyOf?.find(({ type }) => type === "object" || type === "array") ?? schema;
  const types = (schema.anyOf ?? [schema]).map(({ type }) => type ?? "any");
  const inner = whole.type === "array" ? (whole.items ?? {}) : whole;
  const path = whole.type === "array" ? `${name}[]` : name;
  return [
    `| \`${name}\` | ${[...new Set(types)].join(" or ")} | ${cell(schema.description ?? "")} |`,
    ...Object.entries(inner.properties ?? {}).flatMap(([field, deeper]) => answerRows(`${path}.${field}`, deeper)),
  ];
}

function page(title: string, lines: readonly string[]): string {
  return `${[`# ${title}`, "", NOTICE, "", ...lines].join("\n").trimEnd()}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
