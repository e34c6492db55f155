import type { Kernel } from "../../kernel/serve.ts";
import { isLoopback } from "../network.ts";
import type { Gate, HttpServer } from "../server/index.ts";
import type { Settings } from "../settings.ts";
import type { DashboardPlace } from "./dashboard-flags.ts";
import type { Terminal } from "./terminal.ts";

/** How people come in: through the gate of the server beside it, or by a link, for whom the process acts for. */
export interface Entrance {
  readonly gate?: Gate | undefined;
  readonly userOf?: (() => string | undefined) | undefined;
}

export interface OpenDashboard extends HttpServer {
  /** The address to open. */
  readonly opens: string;
}

/** Serves the page on a port of its own. Where that fails, it says why and the servers run on without it. */
export async function openDashboard(
  kernel: Kernel,
  servers: readonly string[],
  place: DashboardPlace,
  mcpUrl: string | null,
  { auth, allowedHosts, allowedOrigins }: Settings,
  terminal: Terminal,
  entrance: Entrance,
): Promise<OpenDashboard | undefined> {
  warnOfOthers(place.host, auth, terminal);
  // Loaded only where it is asked for: a client that starts `mcp` waits for nothing else.
  const { createPageLink, startHttpServer } = await import("../server/index.ts");
  const link = createPageLink(kernel, entrance.userOf);
  const gate = entrance.gate ?? link.gate;
  try {
    const page = await startHttpServer({
      kernel,
      servers,
      page: true,
      mcpUrl,
      allowedHosts,
      allowedOrigins,
      openGate: async () => gate,
      ...place,
    });
    const opens = entrance.gate === undefined ? link.link(page.url) : `${page.url}/`;
    terminal.warn(`dashboard: ${opens}`);
    return { ...page, opens };
  } catch (error) {
    const last = Math.min(place.port + place.tries, 65_535);
    const reason = error instanceof Error ? error.message : String(error);
    terminal.warn(`bailiwick: no dashboard on ${place.host}, ports ${place.port} to ${last}: ${reason}`);
    return undefined;
  }
}

export function warnOfOthers(host: string, auth: Settings["auth"], terminal: Terminal): void {
  if (isLoopback(host) || auth === "oauth") return;
  terminal.warn(`warning: ${host} can be reached from other machines, and nobody is asked who they are`);
}
