import { KernelError, suggestion } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { lookingOnly, withKernel } from "./open.ts";
import { accountsOf } from "./sign-in.ts";
import type { Terminal } from "./terminal.ts";

const ACTIONS = ["list", "add", "remove"];

/** Shows and changes which programs are known. Those of the configuration file are changed there. */
export async function clients(
  [action = "list", id]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  switch (action) {
    case "list":
      return withKernel(lookingOnly(settings), terminal, async (kernel) => {
        const kept = await (await accountsOf(kernel)).artifacts.clients();
        for (const { client_id, client_name, redirect_uris } of kept) {
          terminal.print([client_id, client_name, (redirect_uris as string[]).join(" ")].join("\t"));
        }
        for (const client of settings.signIn.clients) {
          terminal.print([client.id, client.name, client.redirectUris.join(" "), "configured"].join("\t"));
        }
        if (kept.length + settings.signIn.clients.length === 0) {
          terminal.print("no program is named yet; `bailiwick clients add ID --redirect URL` names one");
        }
        return 0;
      });
    case "add":
      return add(required(id, action), settings, terminal, flags);
    case "remove":
      return withKernel(settings, terminal, async (kernel) => {
        const clientId = required(id, action);
        if (!(await (await accountsOf(kernel)).artifacts.removeClient(clientId))) {
          throw new KernelError("not_found", "There is no such client");
        }
        terminal.print(`${clientId} is removed, and every token it had is void`);
        return 0;
      });
    default:
      throw new UsageError(`clients cannot ${action}${suggestion(action, ACTIONS)}`);
  }
}

async function add(id: string, settings: Settings, terminal: Terminal, flags: Flags): Promise<number> {
  const { name, redirect } = flags;
  const redirectUris = Array.isArray(redirect) ? redirect.map(String) : [];
  if (redirectUris.length === 0)
    throw new UsageError("clients add needs --redirect URL: where the program takes the answer");
  const wrong = redirectUris.find((uri) => URL.parse(uri) === null || uri.includes("#") || uri.includes("*"));
  if (wrong !== undefined) throw new UsageError(`--redirect ${wrong} is no whole address`);
  const { toClientMetadata } = await import("../oauth/index.ts");
  const metadata = toClientMetadata({ id, name: typeof name === "string" ? name : id, redirectUris });
  return withKernel(settings, terminal, async (kernel) => {
    await (await accountsOf(kernel)).artifacts.addClient(JSON.parse(JSON.stringify(metadata)));
    terminal.print(`${id} is known`);
    return 0;
  });
}

function required(id: string | undefined, action: string): string {
  if (id === undefined) throw new UsageError(`usage: bailiwick clients ${action} ID`);
  return id;
}
