import { createLogger, type Kernel, type LogLevel, type Metrics, openKernel } from "../../kernel/serve.ts";
import type { Settings } from "../settings.ts";
import { productVersion } from "../version.ts";
import { createWorlds } from "../worlds.ts";
import type { Terminal } from "./terminal.ts";

/** The kernel as the settings describe it. */
export function openFor(settings: Settings, terminal: Terminal, logLevel: LogLevel, metrics?: Metrics): Kernel {
  return openKernel({
    worlds: createWorlds({ folder: settings.folder, config: settings.worlds, databaseUrl: settings.databaseUrl }),
    env: terminal.env,
    log: createLogger(settings.logLevel ?? logLevel),
    version: productVersion(),
    folder: settings.folder,
    databaseUrl: settings.databaseUrl,
    readOnly: settings.readOnly,
    mustExist: settings.mustExist ?? false,
    limits: settings.limits,
    ...(settings.embedder !== undefined && { embedder: settings.embedder }),
    ...(metrics !== undefined && { metrics }),
  });
}

/** Opens the kernel for one piece of work and closes it whatever happens. */
export async function withKernel<Value>(
  settings: Settings,
  terminal: Terminal,
  work: (kernel: Kernel) => Promise<Value>,
): Promise<Value> {
  const kernel = openFor(settings, terminal, "warn");
  try {
    return await work(kernel);
  } finally {
    await kernel.close();
  }
}
