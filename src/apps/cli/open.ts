import { createLogger, type Kernel, type LogLevel, type Metrics, openKernel } from "../../kernel/serve.ts";
import type { Settings } from "../settings.ts";
import { productVersion } from "../version.ts";
import { createWorlds } from "../worlds.ts";
import { createFilesPlace, type FilesPlace } from "./files-place.ts";
import type { Terminal } from "./terminal.ts";

/** The kernel, and where the links it signs lead. */
export interface OpenKernel extends Kernel {
  readonly files: FilesPlace;
}

/** The kernel as the settings describe it. */
export function openFor(settings: Settings, terminal: Terminal, logLevel: LogLevel, metrics?: Metrics): OpenKernel {
  const files = createFilesPlace(settings.publicUrl, () => kernel);
  const kernel = openKernel({
    filesBase: files.base,
    worlds: createWorlds({
      folder: settings.folder,
      config: settings.worlds,
      databaseUrl: settings.databaseUrl,
      instructions: settings.instructions,
      readOnly: settings.readOnly,
      filesRoots: settings.filesRoots,
      workingFolder: terminal.workingFolder,
      messageMib: settings.limits.messageMib,
    }),
    env: terminal.env,
    log: createLogger(settings.logLevel ?? loudness(settings.instructions, logLevel)),
    version: productVersion(),
    folder: settings.folder,
    databaseUrl: settings.databaseUrl,
    readOnly: settings.readOnly,
    mustExist: settings.mustExist ?? false,
    limits: settings.limits,
    ...(settings.embedder !== undefined && { embedder: settings.embedder }),
    ...(metrics !== undefined && { metrics }),
  });
  return {
    ...kernel,
    files,
    async close() {
      await files.close();
      await kernel.close();
    },
  };
}

/** The variables that ask for log lines raise the level to where those lines are seen. */
function loudness({ logVerbose, logMutation }: Settings["instructions"], usual: LogLevel): LogLevel {
  if (logVerbose) return "debug";
  return logMutation ? "info" : usual;
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
