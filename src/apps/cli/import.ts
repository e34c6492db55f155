import { resolve } from "node:path";
import { type ImportHost, type Kernel, suggestion } from "../../kernel/serve.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "../settings.ts";
import { UsageError } from "../usage-error.ts";
import { createImportHost } from "./import-host.ts";
import { withKernel } from "./open.ts";
import type { Terminal } from "./terminal.ts";

type Carry = (path: string, host: ImportHost) => Promise<string>;

/** Brings files into the world that takes their kind. */
export function importFiles(words: readonly string[], settings: Settings, terminal: Terminal, flags: Flags) {
  if (settings.readOnly) throw new UsageError("import writes; leave out --read-only");
  return carry("import", words, settings, terminal, flags, async (kernel) =>
    (await kernel.worlds()).flatMap((world) => Object.entries(world.importers)),
  );
}

/** Writes out what a world knows, in the format of the kind. */
export function exportFiles(words: readonly string[], settings: Settings, terminal: Terminal, flags: Flags) {
  return carry("export", words, { ...settings, mustExist: true }, terminal, flags, async (kernel) =>
    (await kernel.worlds()).flatMap((world) => Object.entries(world.exporters)),
  );
}

async function carry(
  command: "import" | "export",
  [kind, path]: readonly string[],
  settings: Settings,
  terminal: Terminal,
  flags: Flags,
  carriersOf: (kernel: Kernel) => Promise<readonly (readonly [string, Carry])[]>,
): Promise<number> {
  return withKernel(settings, terminal, async (kernel) => {
    const carriers = new Map(await carriersOf(kernel));
    const found = carriers.get(kind ?? "");
    if (found === undefined || path === undefined) {
      const kinds = [...carriers.keys()].sort();
      const near = kind === undefined || found !== undefined ? "" : suggestion(kind, kinds);
      throw new UsageError(
        `usage: bailiwick ${command} KIND PATH${near} (kinds: ${kinds.join(", ") || "none in this build"})`,
      );
    }
    // What is written out must be there, and what is brought in needs a place, also where only files are looked at.
    await kernel.parts.database();
    const options = Object.fromEntries(Object.entries(flags).map(([flag, value]) => [flag, String(value)]));
    const { host, end } = createImportHost(kernel, terminal, command, options);
    const done = await found(resolve(terminal.workingFolder, path), host);
    end();
    terminal.print(done);
    return 0;
  });
}
