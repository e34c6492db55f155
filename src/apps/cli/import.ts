import { resolve } from "node:path";
import { type Kernel, LOCAL_USER } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import { suggestion } from "../nearest.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { withKernel } from "./open.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { Terminal } from "./terminal.ts";

/** Brings files into the world that takes their kind. */
export async function importFiles(
  [kind, path]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
): Promise<number> {
  return withKernel(settings, terminal, async (kernel) => {
    const importers = importersOf(kernel);
    const importer = importers.get(kind ?? "");
    if (importer === undefined || path === undefined) {
      const kinds = [...importers.keys()].sort();
      const near = kind === undefined || importer !== undefined ? "" : suggestion(kind, kinds);
      throw new UsageError(
        `usage: bailiwick import KIND PATH${near} (kinds: ${kinds.join(", ") || "none in this build"})`,
      );
    }
    const options = Object.fromEntries(Object.entries(flags).map(([flag, value]) => [flag, String(value)]));
    const bar = createProgressBar(terminal);
    const done = await importer(resolve(terminal.workingFolder, path), {
      env: terminal.env,
      tenant: LOCAL_USER,
      options,
      progress: bar.show,
      print: terminal.print,
      derive: kernel.derive,
    });
    bar.end();
    terminal.print(done);
    return 0;
  });
}

function importersOf(kernel: Kernel) {
  return new Map(kernel.worlds.flatMap((world) => Object.entries(world.importers ?? {})));
}
