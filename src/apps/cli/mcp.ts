import { serveStdio } from "../../kernel/transports/stdio/index.ts";
import { serverNamed } from "../server-names.ts";
import type { Settings } from "../settings.ts";
import { openFor } from "./open.ts";
import type { Terminal } from "./terminal.ts";

/** Serves one server over stdio until the client closes its end or the process is asked to stop. */
export async function mcp([name = ""]: readonly string[], settings: Settings, terminal: Terminal): Promise<number> {
  const kernel = openFor(settings, terminal, "warn");
  const serving = serveStdio(kernel.parts, serverNamed(kernel, name), terminal);
  terminal.stop.addEventListener("abort", () => void serving.finish());
  await serving.closed;
  await kernel.close();
  return 0;
}
