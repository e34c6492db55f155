import { setFlagsFromString } from "node:v8";
import { createMetrics, KernelError } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { requireOnPurpose } from "../network.ts";
import { createPageLink, type Gate, startHttpServer } from "../server/index.ts";
import { chosenServers } from "../server-names.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { productVersion } from "../version.ts";
import { readDashboardFlags } from "./dashboard-flags.ts";
import { fillDemo, isEmpty } from "./demo.ts";
import { openFor } from "./open.ts";
import { openDashboard, warnOfOthers } from "./open-dashboard.ts";
import { accountsOf, issuerOf, openSignInGate, tellFirstUser } from "./sign-in.ts";
import type { Terminal } from "./terminal.ts";

const MIB = 1024 * 1024;

/** Serves over HTTP until the process is asked to stop. */
export async function serve(
  _words: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  // Every call waits while V8 collects young objects: 25 ms and more where it has given them 64 MB. With a few it does so
  // oftener, for a moment each, and a call costs no more for it.
  setFlagsFromString("--semi-space-growth-factor=1");
  const dashboard = readDashboardFlags(flags);
  requireOnPurpose("--host", settings.host, settings);
  if (dashboard.place !== undefined) requireOnPurpose("--dashboard-host", dashboard.place.host, settings);
  const fresh = isEmpty(settings.folder);
  const metrics = await createMetrics();
  const kernel = openFor(settings, terminal, "info", metrics);
  const servers = chosenServers(kernel, settings.servers);
  if (flags.demo === true && fresh) await fillDemo(kernel, terminal);
  const { host, port, allowedOrigins, legacySse, limits } = settings;
  const allowedHosts = ownHosts(settings);
  warnOfOthers(host, settings.auth, terminal);
  const accounts = settings.auth === "oauth" ? await accountsOf(kernel) : undefined;
  const link = createPageLink(kernel);
  let gate: Gate | undefined;
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
    async openGate(url) {
      if (accounts === undefined) return link.gate;
      gate = await openSignInGate(kernel, accounts, settings, servers, url);
      return gate;
    },
    ...(limits.bodiesMib !== undefined && { bodyLimits: { largeBytesMax: limits.bodiesMib * MIB } }),
  }).catch((error) => {
    if (error instanceof UsageError || error instanceof KernelError) throw error;
    throw new UsageError(listenProblem(error as NodeJS.ErrnoException, host, port));
  });
  kernel.files.servedAt(server.url);
  kernel.embedWhatWaits();
  const page =
    dashboard.place &&
    (await openDashboard(kernel, servers, dashboard.place, server.url, { ...settings, allowedHosts }, terminal, {
      gate,
    }));
  const url = accounts === undefined ? server.url : issuerOf(settings, server.url);
  const opens = () => (accounts === undefined ? link.link(server.url) : `${url}/`);
  const pageUrl = dashboard.on === false ? undefined : dashboard.place === undefined ? opens() : page?.opens;
  for (const line of greeting(server.url, url, pageUrl, servers)) terminal.print(line);
  if (accounts !== undefined) await tellFirstUser(accounts, url, terminal);

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

/** The names it goes by: those that were said, and that of the address people sign in at. */
function ownHosts({ auth, publicUrl, allowedHosts }: Settings): readonly string[] {
  return auth === "oauth" && publicUrl !== undefined ? [...allowedHosts, new URL(publicUrl).hostname] : allowedHosts;
}

function greeting(localUrl: string, url: string, pageUrl: string | undefined, servers: readonly string[]): string[] {
  // One door is enough to begin with; a client that is given all of them has more tools than it can tell apart.
  const offered = servers.includes("home") ? ["home"] : servers;
  const config = {
    mcpServers: Object.fromEntries(offered.map((name) => [name, { type: "http", url: `${url}/${name}/mcp` }])),
  };
  const others = offered.length < servers.length ? ["The other servers are added in the same way."] : [];
  return [
    `Bailiwick ${productVersion()} is serving on ${localUrl}`,
    "",
    ...(pageUrl === undefined ? [] : [`  open    ${pageUrl}`]),
    ...servers.map((name) => `  server  ${url}/${name}/mcp`),
    "",
    ...(servers.length === 0
      ? ["No server is chosen: this build has only hidden ones. Start one by name with --servers."]
      : ["Paste into a client:", JSON.stringify(config, undefined, 2), ...others]),
    "",
    "Stop with Ctrl-C.",
  ];
}
