import { existsSync, readdirSync } from "node:fs";
import { type JsonObject, type Kernel, KernelError, LOCAL_USER, SILENT_CLIENT } from "../../kernel/serve.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { withKernel } from "./open.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";

/** Fills an empty data folder, and no other. */
export async function demo(_words: readonly string[], settings: Settings, terminal: Terminal): Promise<number> {
  if (!isEmpty(settings.folder))
    throw new UsageError(`${settings.folder} is not empty; choose another folder with --data`);
  await withKernel(settings, terminal, (kernel) => fillDemo(kernel, terminal));
  return 0;
}

export function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** Every world that has a demo makes it. */
export async function fillDemo(kernel: Kernel, terminal: Terminal): Promise<void> {
  const bar = createProgressBar(terminal);
  for (const world of kernel.worlds) {
    if (world.demo === undefined) continue;
    const done = await world.demo({
      env: terminal.env,
      tenant: LOCAL_USER,
      options: {},
      progress: bar.show,
      print: terminal.print,
      derive: kernel.derive,
      call: (server, tool, args) => callTool(kernel, terminal, server, tool, args),
    });
    terminal.print(`demo: ${done}`);
  }
  bar.end();
}

/** One call on the same path as any client's. */
async function callTool(kernel: Kernel, terminal: Terminal, server: string, tool: string, args: JsonObject) {
  const outcome = await kernel.call({
    server,
    name: tool,
    arguments: args,
    connection: { id: "demo", transport: "local", client: "demo" },
    client: SILENT_CLIENT,
    signal: terminal.stop,
    form: "tool",
  });
  if ("structuredContent" in outcome && outcome.isError !== true) return outcome.structuredContent as JsonObject;
  throw new KernelError("internal", "The demo could not be made", { tool });
}
