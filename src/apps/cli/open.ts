import { accessSync, constants } from "node:fs";
import { availableParallelism } from "node:os";
import {
  createLogger,
  type Kernel,
  KernelError,
  type KernelOptions,
  type LogLevel,
  type Metrics,
  openKernel,
} from "../../kernel/serve.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { productVersion } from "../version.ts";
import { WORLDS } from "../worlds.ts";
import { createFilesPlace, type FilesPlace } from "./files-place.ts";
import type { Terminal } from "./terminal.ts";

/** With so many cores, two threads of the model leave enough for everything else. */
const CORES_FOR_TWO = 4;

/** The kernel, and where the links it signs lead. */
export interface OpenKernel extends Kernel {
  readonly files: FilesPlace;
}

/** The kernel as the settings describe it. */
export function openFor(settings: Settings, terminal: Terminal, logLevel: LogLevel, metrics?: Metrics): OpenKernel {
  const files = createFilesPlace(settings.publicUrl, () => kernel);
  const kernel = openConfigured({
    filesBase: files.base,
    worlds: WORLDS,
    config: settings.worlds,
    variables: settings.variables,
    filesRoots: settings.filesRoots,
    workingFolder: terminal.workingFolder,
    homeFolder: terminal.environment.HOME ?? terminal.environment.USERPROFILE,
    messageMib: settings.limits.messageMib,
    messageLimits: settings.limits.message,
    env: terminal.env,
    log: createLogger(settings.logLevel ?? loudness(settings.variables, logLevel)),
    version: productVersion(),
    folder: settings.folder,
    databaseUrl: settings.databaseUrl,
    readOnly: settings.readOnly,
    mustExist: settings.mustExist ?? false,
    isCopy: settings.isCopy ?? false,
    limits: settings.limits,
    permissions: settings.permissions,
    embedderThreads: availableParallelism() >= CORES_FOR_TWO ? 2 : 1,
    ...(settings.embedder !== undefined && { embedder: settings.embedder }),
    ...(metrics !== undefined && { metrics }),
  });
  // Whatever the command: a file that never ends to be read must not hold up the end of the process.
  terminal.stop.addEventListener("abort", () => kernel.hurry());
  return {
    ...kernel,
    files,
    async close() {
      await files.close();
      await kernel.close();
    },
  };
}

/** Each world checks its part of the configuration at the start; what it refuses is a slip of whoever wrote the file. */
function openConfigured(options: KernelOptions): Kernel {
  try {
    return openKernel(options);
  } catch (error) {
    throw error instanceof KernelError && error.code === "invalid_arguments" ? new UsageError(error.message) : error;
  }
}

/** The variables that ask for log lines raise the level to where those lines are seen. */
function loudness(variables: Settings["variables"], usual: LogLevel): LogLevel {
  if (variables.MCP_LOG_VERBOSE === true) return "debug";
  return variables.MCP_LOG_MUTATION === true ? "info" : usual;
}

/** For commands that only look at what is there: they also do so where nothing can be written. */
export function lookingOnly(settings: Settings): Settings {
  const isFixed = settings.databaseUrl === undefined && !isWritable(settings.folder);
  return { ...settings, mustExist: true, readOnly: settings.readOnly || isFixed };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
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
