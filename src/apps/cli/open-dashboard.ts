import type { Kernel } from "../../kernel/serve.ts";
import { isLoopback } from "../network.ts";
import type { HttpServer } from "../server/index.ts";
import type { Settings } from "../settings.ts";
import type { DashboardPlace } from "./dashboard-flags.ts";
import type { Terminal } from "./terminal.ts";

/** Serves the page on a port of its own. Where that fails, it says why and the servers run on without it. */
export async function openDashboard(
  kernel: Kernel,
  servers: readonly string[],
  place: DashboardPlace,
  mcpUrl: string | null,
  { allowedHosts, allowedOrigins }: Settings,
  terminal: Terminal,
): Promise<HttpServer | undefined> {
  warnOfOthers(place.host, terminal);
  // Loaded only where it is asked for: a client that starts `mcp` waits for nothing else.
  const { startHttpServer } = await import("../server/index.ts");
  try {
    const page = await startHttpServer({ kernel, servers, page: true, mcpUrl, allowedHosts, allowedOrigins, ...place });
    terminal.warn(`dashboard: ${page.url}/`);
    return page;
  } catch (error) {
    const last = Math.min(place.port + place.tries, 65_535);
    const reason = error instanceof Error ? error.message : String(error);
    terminal.warn(`bailiwick: no dashboard on ${place.host}, ports ${place.port} to ${last}: ${reason}`);
    return undefined;
  }
}

export function warnOfOthers(host: string, terminal: Terminal): void {
  if (isLoopback(host)) return;
  terminal.warn(`warning: ${host} can be reached from other machines, and nobody is asked who they are`);
}
