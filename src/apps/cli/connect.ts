import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { suggestion } from "../../kernel/serve.ts";
import { CONFIG_FILE } from "../config.ts";
import { variablesOf } from "../environment.ts";
import type { Flags } from "../flags.ts";
import { productRoot } from "../product-root.ts";
import { chosenServers } from "../server-names.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { CLIENTS, type ClientForm, type Reach, type Reaches, shown } from "./connect-clients.ts";
import { requireHooks, showHooks } from "./connect-hooks.ts";
import { writeInto } from "./connect-write.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

const DOOR = join(productRoot(), "bin", "bailiwick.js");

/** Prints what to paste into a client, and where; or puts it there. */
export async function connect(
  [client]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  if (client === undefined) return listClients(terminal);
  const form = formOf(client);
  const reaches = await reachesFor(settings, terminal, flags);
  if (typeof flags.http === "string" && form.noHttp !== undefined)
    throw new UsageError(`${form.title}: ${form.noHttp}`);
  if (flags.hooks === true) requireHooks(client);
  if (flags.write === true && flags.hooks !== true) return writeInto(client, form, reaches, terminal);
  terminal.warn(`paste into ${form.where}:`);
  terminal.print(shown(form, reaches));
  if (settings.servers === undefined)
    terminal.warn("one server over all worlds; --servers names others, such as truth,notebook");
  return flags.hooks === true ? showHooks(client, ["node", DOOR], settings, terminal, flags.write === true) : 0;
}

/** The server that is offered first, and what clients call it. */
const DOOR_SERVER = "home";
const PRODUCT = "bailiwick";

function listClients(terminal: Terminal): number {
  const width = Math.max(...Object.keys(CLIENTS).map((name) => name.length));
  for (const [name, { title, where }] of Object.entries(CLIENTS)) {
    terminal.print(`${name.padEnd(width)}  ${title}: ${where}`);
  }
  terminal.warn("bailiwick connect CLIENT prints what to paste; with --write it puts it there and keeps a copy");
  return 0;
}

function formOf(client: string): ClientForm {
  const form = Object.hasOwn(CLIENTS, client) ? CLIENTS[client] : undefined;
  if (form !== undefined) return form;
  const names = Object.keys(CLIENTS);
  throw new UsageError(`no client ${client}${suggestion(client, names)} (clients: ${names.join(", ")})`);
}

/** How a client that starts elsewhere, with an environment of its own, reaches the same data in the same way. */
async function reachesFor(settings: Settings, terminal: Terminal, flags: Flags): Promise<Reaches> {
  const servers =
    settings.servers === undefined
      ? [DOOR_SERVER]
      : await withKernel(settings, terminal, async (kernel) => chosenServers(kernel, settings.servers));
  if (servers.length === 0) throw new UsageError("this build has only hidden servers; name one with --servers");
  const base = typeof flags.http === "string" ? baseIn(flags.http) : undefined;
  const env = environmentFor(settings, terminal);
  const args = argumentsFor(settings, terminal, flags);
  return Object.fromEntries(
    servers.map((name): [string, Reach] => [
      name === DOOR_SERVER ? PRODUCT : name,
      base === undefined
        ? { command: "node", args: [DOOR, "mcp", ...(name === DOOR_SERVER ? [] : [name]), ...args], env }
        : { url: `${base}/${name}/mcp` },
    ]),
  );
}

function baseIn(address: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError("--http takes the address of a running server, such as http://127.0.0.1:7777");
  }
  return address.replace(/\/+$/, "");
}

function argumentsFor({ folder, readOnly }: Settings, { workingFolder }: Terminal, flags: Flags): string[] {
  const config = resolve(workingFolder, typeof flags.config === "string" ? flags.config : CONFIG_FILE);
  return [...(existsSync(config) ? ["--config", config] : []), ...(readOnly ? ["--read-only"] : []), "--data", folder];
}

/** An address with a password stands among the variables: arguments are seen by everyone on the machine. */
function environmentFor({ databaseUrl, filesRoots }: Settings, terminal: Terminal): Record<string, string> {
  return {
    ...variablesOf(terminal.environment, terminal.workingFolder, filesRoots),
    ...(databaseUrl !== undefined && { BAILIWICK_DATABASE_URL: databaseUrl }),
  };
}
