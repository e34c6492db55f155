import { createMetrics } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { requireOnPurpose } from "../network.ts";
import { startHttpServer } from "../server/index.ts";
import { chosenServers } from "../server-names.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { productVersion } from "../version.ts";
import { readDashboardFlags } from "./dashboard-flags.ts";
import { fillDemo, isEmpty } from "./demo.ts";
import { openFor } from "./open.ts";
import { openDashboard, warnOfOthers } from "./open-dashboard.ts";
import type { Terminal } from "./terminal.ts";

const MIB = 1024 * 1024;

/** Serves over HTTP until the process is asked to stop. */
export async function serve(
  _words: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  const dashboard = readDashboardFlags(flags);
  requireOnPurpose("--host", settings.host, settings);
  if (dashboard.place !== undefined) requireOnPurpose("--dashboard-host", dashboard.place.host, settings);
  const fresh = isEmpty(settings.folder);
  const metrics = await createMetrics();
  const kernel = openFor(settings, terminal, "info", metrics);
  const servers = chosenServers(kernel, settings.servers);
  if (flags.demo === true && fresh) await fillDemo(kernel, terminal);
  const { host, port, allowedHosts, allowedOrigins, legacySse, limits } = settings;
  warnOfOthers(host, terminal);
  const mcp = { metrics, legacySse, verbose: settings.variables.MCP_LOG_VERBOSE === true };
  const server = await startHttpServer({
    kernel,
    servers,
    mcp,
    page: dashboard.on !== false && dashboard.place === undefined,
    host,
    port,
    allowedHosts,
    allowedOrigins,
    ...(limits.bodiesMib !== undefined && { bodyLimits: { largeBytesMax: limits.bodiesMib * MIB } }),
  }).catch((error) => {
    throw new UsageError(listenProblem(error as NodeJS.ErrnoException, host, port));
  });
  kernel.files.servedAt(server.url);
  const page =
    dashboard.place && (await openDashboard(kernel, servers, dashboard.place, server.url, settings, terminal));
  const pageUrl = dashboard.on === false ? undefined : dashboard.place === undefined ? server.url : page?.url;
  for (const line of greeting(server.url, pageUrl, servers)) terminal.print(line);

  await new Promise<void>((resolve) => {
    if (terminal.stop.aborted) resolve();
    terminal.stop.addEventListener("abort", () => resolve());
  });
  kernel.hurry();
  await page?.close();
  await server.close();
  await kernel.close();
  return 0;
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === "EADDRINUSE")
    return `port ${port} is taken; choose another with --port, or --port 0 for a free one`;
  if (error.code === "EACCES") return `port ${port} may not be used by this user; choose one above 1023 with --port`;
  return `cannot listen on ${host}:${port}: ${error.message}`;
}

function greeting(url: string, pageUrl: string | undefined, servers: readonly string[]): string[] {
  const config = {
    mcpServers: Object.fromEntries(servers.map((name) => [name, { type: "http", url: `${url}/${name}/mcp` }])),
  };
  return [
    `Bailiwick ${productVersion()} is serving on ${url}`,
    "",
    ...(pageUrl === undefined ? [] : [`  open    ${pageUrl}/`]),
    ...servers.map((name) => `  server  ${url}/${name}/mcp`),
    "",
    ...(servers.length === 0
      ? ["No server is chosen: this build has only hidden ones. Start one by name with --servers."]
      : ["Paste into a client:", JSON.stringify(config, undefined, 2)]),
    "",
    "Stop with Ctrl-C.",
  ];
}
