import { setFlagsFromString } from "node:v8";
import { serveStdio } from "../../kernel/transports/stdio/index.ts";
import type { Flags } from "../flags.ts";
import { requireOnPurpose } from "../network.ts";
import { requireServer } from "../server-names.ts";
import type { Settings } from "../settings.ts";
import { DEFAULT_PLACE, readDashboardFlags } from "./dashboard-flags.ts";
import { openFor } from "./open.ts";
import { openDashboard } from "./open-dashboard.ts";
import { stdioUser } from "./stdio-user.ts";
import type { Terminal } from "./terminal.ts";

/** Serves one server over stdio until the client closes its end or the process is asked to stop. */
export async function mcp(
  [name = ""]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  // Every client starts a process of its own. V8 would give young objects 64 MB at the first large load, for good.
  setFlagsFromString("--semi-space-growth-factor=1");
  const dashboard = readDashboardFlags(flags);
  if (dashboard.place !== undefined) requireOnPurpose("--dashboard-host", dashboard.place.host, settings);
  const kernel = openFor(settings, terminal, "warn");
  const bound = await kernel.server(requireServer(kernel, name));
  const parts = { ...kernel.parts, verbose: settings.variables.MCP_LOG_VERBOSE === true };
  const ended = new AbortController();
  const identity = await stdioUser(settings, kernel, terminal, ended.signal);
  if (terminal.isTyped) terminal.warn(waitingLine(name));
  const serving = serveStdio(parts, bound, terminal, identity);
  terminal.stop.addEventListener("abort", () => {
    kernel.hurry();
    void serving.finish();
  });
  const page =
    dashboard.on === true
      ? await openDashboard(kernel, [name], dashboard.place ?? DEFAULT_PLACE, null, settings, terminal, {
          userOf: () => identity?.user,
        })
      : undefined;
  await serving.closed;
  ended.abort();
  await page?.close();
  await kernel.close();
  return 0;
}

/** For whoever starts it by hand and wonders why nothing happens. */
function waitingLine(server: string): string {
  return [
    `bailiwick: ${server} speaks MCP and waits for a client on its standard input; this is a terminal.`,
    `A client starts it by itself: \`bailiwick connect CLIENT --servers ${server}\` prints how. Ctrl-C ends it.`,
  ].join("\n");
}
